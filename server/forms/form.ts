import type * as v from "valibot";
import { trapName } from "../contract/limits.ts";
import type { Accepted } from "../contract/outcomes.ts";
import { readBody } from "../http/body.ts";
import { ProblemError } from "../http/problem.ts";
import { isRefusal, type Refusal } from "../store/admission.ts";
import type { Store, Submission } from "../store/store.ts";
import type { Admit } from "./admission.ts";

/** What a form's sender brings besides its content. */
interface Sent {
  captcha: string;
  [trapName]?: string | null | undefined;
}

/** What a form works with. */
export interface FormContext {
  store: Store;
  admit: Admit;
  clientAddress: string | undefined;
  /** To be called when the submission may have put a mail into the outbox; not for who was not let in (docs/decisions/0070). */
  mailQueued?: (() => void) | undefined;
}

/** A form as the app sees it. */
export interface Form {
  /** Its route, without the slash; its rate limit and its trap are counted under it. Lower-case letters. */
  name: string;
  /** Takes a submission in. @throws ProblemError for a refusal. */
  receive(request: Request, context: FormContext): Promise<Accepted>;
}

/** What makes one form differ from the others. */
export interface FormDefinition<S extends v.GenericSchema<unknown, Sent>, Own extends string> {
  name: string;
  /** Schema of the contract, shared with the browser. */
  body: S;
  /** The use case, for the store to carry out. */
  submission: Submission<Omit<v.InferOutput<S>, keyof Sent>, Own>;
  /** What is answered to what came of it. @throws ProblemError for a refusal. */
  accept(outcome: Own): Accepted;
}

/** A form from its schema and its use case; what all forms do alike is done here. */
export const defineForm = <S extends v.GenericSchema<unknown, Sent>, Own extends string>({
  name,
  body,
  submission,
  accept,
}: FormDefinition<S, Own>): Form => ({
  name,
  async receive(request, { store, admit, clientAddress, mailQueued }) {
    const { captcha, [trapName]: trap, ...content } = await readBody(request, body);
    const admission = await admit(name, { captcha, trap, clientAddress });
    const answer = await store.submit(submission, content, admission).catch((error: unknown) => {
      // The database may have done it all the same.
      mailQueued?.();
      throw error;
    });
    if (isRefusal(answer)) throw problemOf(answer);
    mailQueued?.();
    return accept(answer.outcome);
  },
});

const problemOf = (refusal: Refusal): ProblemError =>
  refusal.outcome === "captcha_spent"
    ? new ProblemError("captcha_failed")
    : new ProblemError("rate_limited", { retryAfter: refusal.wait });
