import type * as v from "valibot";
import type { CaptchaProvider } from "../captcha/provider.ts";
import type { Accepted } from "../contract/outcomes.ts";
import { readBody } from "../http/body.ts";
import { clientHash } from "../http/clientAddress.ts";
import { ProblemError } from "../http/problem.ts";
import { makePersonToken } from "../lib/personToken.ts";
import { bucketOf, createRateLimiter, type RateLimit, widened } from "../http/rateLimit.ts";
import { type Admission, type Done, isRefusal, type Refusal, type Store, type Submission } from "../store/store.ts";

/** The parts of a submission besides its content. */
interface Sent {
  captcha: string;
}

interface FormContext {
  store: Store;
  admit: Admit;
  /** Signs the tokens of people who joined. */
  secret: string;
  clientAddress: string | undefined;
  /** Called when the submission may have queued a mail, but not after a refused admission (docs/decisions/0070). */
  mailQueued?: (() => void) | undefined;
}

export interface Form {
  /** Its route, without the slash, in lower-case letters. Its rate limit is counted under this name. */
  name: string;
  /** Handles a submission. @throws ProblemError for a refusal. */
  receive(request: Request, context: FormContext): Promise<Accepted>;
}

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

/** Tokens that a client may have verified by an external provider, for each submission it may make. */
const verdictsPerSubmission = 10;

interface AdmissionOptions {
  store: Pick<Store, "take">;
  captcha: CaptchaProvider;
  /** Keys the hashes of client addresses. */
  secret: string;
  rateLimit: RateLimit;
}

/** The sender's part of a submission: the captcha token and the client's address. */
interface Sender {
  captcha: string;
  clientAddress: string | undefined;
}

/** Judges the sender of a form. The returned admission is then taken and spent by the store, together with the submission. */
type Admit = (form: string, sender: Sender) => Promise<Admission>;

/**
 * Creates an admission policy: the captcha first, then the rate limit. So a request without a solved captcha
 * takes nothing from a bucket that others may share, and is cheaper than a look at the bucket
 * (docs/decisions/0070). Verification by an external provider is expensive for us and free for the client, so a
 * separate, wider limit comes before it.
 * @throws ProblemError `captcha_failed`, `captcha_unavailable`, `rate_limited` with the wait,
 * `store_unavailable`.
 */
export function createAdmission({ store, captcha, secret, rateLimit }: AdmissionOptions): Admit {
  const limitVerdicts = createRateLimiter(store, secret, widened(rateLimit, verdictsPerSubmission));
  return async (form, { captcha: token, clientAddress }) => {
    if (captcha.remote) await limitVerdicts("verdict", clientAddress);
    const verdict = await captcha.verify(token, clientAddress);
    if (verdict === "unavailable") throw new ProblemError("captcha_unavailable");
    if (verdict === "failed") throw new ProblemError("captcha_failed");
    return {
      bucket: await bucketOf(form, clientAddress, secret, rateLimit),
      clientHash: await clientHash(secret, clientAddress),
      ...(verdict === "passed" ? {} : { solution: verdict }),
    };
  };
}
