import { createContext, useContext } from "react";

/** What was typed and not sent yet, by field; kept while the desk is open, whatever it shows meanwhile. */
export interface Drafts {
  texts: Readonly<Record<string, string>>;
  /** Keeps some texts beside the others. */
  keep(texts: Readonly<Record<string, string>>): void;
}

/** Those of this desk. */
export const DraftsContext = createContext<Drafts>({ texts: {}, keep: () => undefined });

/** The texts that were typed, and how to keep more. */
export const useDrafts = (): Drafts => useContext(DraftsContext);
