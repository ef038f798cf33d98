import { verificationOf } from "./captcha/altcha/verification.ts";
import { answerUntilReact } from "./early/answerUntilReact.ts";
import { noteAttempt } from "./early/missReact.ts";
import { formOf } from "./formOf.ts";

/**
 * Has the pre-rendered form of an island answer until React takes it over with `code`, which is under way or could not be
 * fetched. It begins in a task of its own, so that the challenge requested at the first touch is known before a tick, which
 * would request another.
 */
export function answerEarly(island: HTMLElement, code: Promise<unknown>): void {
  noteAttempt(island, code);
  const definition = formOf(island);
  if (definition) setTimeout(answerUntilReact, 0, island, definition);
}

/** Begins the captcha's work for the form of an island, with a challenge on its way. */
export function beginWork({ dataset }: HTMLElement, challenge: Promise<Response>): void {
  verificationOf(`${dataset["island"]}-captcha`).prepare(challenge);
}
