import type * as v from "valibot";
import { trapName } from "../contract/limits.ts";
import type { Accepted } from "../contract/outcomes.ts";
import { readBody } from "../http/body.ts";
import { ProblemError } from "../http/problem.ts";
import type { Admission, Refusal, Store } from "../store/store.ts";
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
}

/** A form as the app sees it. */
export interface Form {
  /** Its route, without the slash; its rate limit and its trap are counted under it. Lower-case letters. */
  name: string;
  /** Takes a submission in. @throws ProblemError for a refusal. */
  receive(request: Request, context: FormContext): Promise<Accepted>;
}

export interface FormDefinition<S extends v.GenericSchema<unknown, Sent>> {
  name: string;
  /** Schema of the contract, shared with the browser. */
  body: S;
  /** The use case: has the store do it, and says what came of it. */
  submit(store: Store, content: Omit<v.InferOutput<S>, keyof Sent>, admission: Admission): Promise<Accepted | Refusal>;
}

/** A form from its schema and its use case; what all forms do alike is done here. */
export const defineForm = <S extends v.GenericSchema<unknown, Sent>>({
  name,
  body,
  submit,
}: FormDefinition<S>): Form => ({
  name,
  async receive(request, { store, admit, clientAddress }) {
    const { captcha, [trapName]: trap, ...content } = await readBody(request, body);
    const answer = await submit(store, content, await admit(name, { captcha, trap, clientAddress }));
    if ("code" in answer) return answer;
    if (answer.outcome === "captcha_spent") throw new ProblemError("captcha_failed");
    throw new ProblemError("rate_limited", { retryAfter: answer.wait });
  },
});
