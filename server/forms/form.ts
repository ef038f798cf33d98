import type * as v from "valibot";
import type { Accepted } from "../contract/outcomes.ts";
import { readBody } from "../http/body.ts";
import { ProblemError } from "../http/problem.ts";
import { makePersonToken } from "../lib/personToken.ts";
import { type Done, isRefusal, type Refusal, type Store, type Submission } from "../store/store.ts";
import type { Admit } from "./admission.ts";

/** The parts of a submission besides its content. */
interface Sent {
  captcha: string;
}

/** Dependencies of a form. */
export interface FormContext {
  store: Store;
  admit: Admit;
  /** Signs the tokens of people who joined. */
  secret: string;
  clientAddress: string | undefined;
  /** Called when the submission may have queued a mail, but not after a refused admission (docs/decisions/0070). */
  mailQueued?: (() => void) | undefined;
}

/** A form, for the app. */
export interface Form {
  /** Its route, without the slash, in lower-case letters. Its rate limit is counted under this name. */
  name: string;
  /** Handles a submission. @throws ProblemError for a refusal. */
  receive(request: Request, context: FormContext): Promise<Accepted>;
}

/** The definition of one form. */
export interface FormDefinition<S extends v.GenericSchema<unknown, Sent>, Own extends string> {
  name: string;
  /** Schema of the contract, shared with the browser. */
  body: S;
  /** The use case, which the store executes. */
  submission: Submission<Omit<v.InferOutput<S>, keyof Sent>, Own>;
  /** The answer for an outcome; `token` makes one for a person, by their id. @throws ProblemError for a refusal. */
  accept(done: Done<Own>, token: (id: string) => Promise<string>): Promise<Accepted>;
}

/** Builds a form from its definition, with everything that all forms have in common. */
export const defineForm = <S extends v.GenericSchema<unknown, Sent>, Own extends string>({
  name,
  body,
  submission,
  accept,
}: FormDefinition<S, Own>): Form => ({
  name,
  async receive(request, { store, admit, secret, clientAddress, mailQueued }) {
    const { captcha, ...content } = await readBody(request, body);
    const admission = await admit(name, { captcha, clientAddress });
    const answer = await store.submit(submission, content, admission).catch((error: unknown) => {
      // The database may have stored it in spite of the error.
      mailQueued?.();
      throw error;
    });
    if (isRefusal(answer)) throw problemOf(answer);
    mailQueued?.();
    return accept(answer, (id) => makePersonToken(secret, id));
  },
});

const problemOf = (refusal: Refusal): ProblemError =>
  refusal.outcome === "captcha_spent"
    ? new ProblemError("captcha_failed")
    : new ProblemError("rate_limited", { retryAfter: refusal.wait });
