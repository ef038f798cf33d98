import { createContext, useContext } from "react";

/**
 * Texts that were typed and not sent yet, by field. They are kept while the desk is open, whatever it shows
 * meanwhile.
 */
export interface Drafts {
  texts: Readonly<Record<string, string>>;
  /** Adds texts to those that are kept. */
  keep(texts: Readonly<Record<string, string>>): void;
}

export const DraftsContext = createContext<Drafts>({ texts: {}, keep: () => undefined });

export const useDrafts = (): Drafts => useContext(DraftsContext);
