import type { Answer } from "../backend/postForm.ts";
import type { FormBody } from "./definition.ts";

/** A form that was sent before React was there. */
export interface Sending {
  /** Makes the body of this form, also when it is sent again. */
  body: FormBody;
  /** As of `sendForm`; undefined once it is said. */
  answer: Promise<Answer | undefined> | undefined;
}

const handOvers = new Map<string, () => Sending | undefined>();

/**
 * Registers what React calls to take over the form of this name: `handOver` ends the answering before React, and gives
 * what was sent.
 */
export function letTakeOver(name: string, handOver: () => Sending | undefined): void {
  handOvers.set(name, handOver);
}

/** From now on React answers for the form of this name, and follows what was sent. */
export function takeOver(name: string): Sending | undefined {
  const sending = handOvers.get(name)?.();
  handOvers.delete(name);
  return sending;
}
