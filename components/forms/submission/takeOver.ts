import type { Answer } from "../backend/postForm.ts";
import type { FormBody } from "./definition.ts";

/** A form that was sent before React took over. */
export interface Sending {
  /** Creates the body of this form, also when it is sent again. */
  body: FormBody;
  /** Result of `sendForm`; undefined after it has been shown. */
  answer: Promise<Answer | undefined> | undefined;
}

const handOvers = new Map<string, () => Sending | undefined>();

/**
 * Registers the function by which React takes over the form of this name: `handOver` ends the early code, and returns what it has
 * sent.
 */
export function letTakeOver(name: string, handOver: () => Sending | undefined): void {
  handOvers.set(name, handOver);
}

/** Takes over the form of this name for React; returns what was sent before. */
export function takeOver(name: string): Sending | undefined {
  const sending = handOvers.get(name)?.();
  handOvers.delete(name);
  return sending;
}
