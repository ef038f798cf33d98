import { verificationOf } from "./captcha/altcha/verification.ts";
import { answerUntilReact } from "./early/answerUntilReact.ts";
import { noteAttempt } from "./early/missReact.ts";
import { formOf } from "./formOf.ts";

/**
 * Makes the pre-rendered form of an island work until React takes it over with `code`, which is being fetched or has failed. It begins
 * in a new task, so that the challenge requested at the first touch is known before a tick, which would request another.
 */
export function answerEarly(island: HTMLElement, code: Promise<unknown>): void {
  noteAttempt(island, code);
  const definition = formOf(island);
  if (definition) setTimeout(answerUntilReact, 0, island, definition);
}

/** Begins the captcha's work for an island's form, with a pending challenge. */
export function beginWork({ dataset }: HTMLElement, challenge: Promise<Response>): void {
  verificationOf(`${dataset["island"]}-captcha`).prepare(challenge);
}
