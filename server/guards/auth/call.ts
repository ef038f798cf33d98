import type { Onward } from "../../http/service.ts";
import type { Store } from "../../store/store.ts";
import type { AuthLimits } from "./limits.ts";

/** What every auth route is given of a visitor's call. */
export interface AuthCall {
  request: Request;
  url: URL;
  clientAddress: string | undefined;
  limits: AuthLimits;
  store: Pick<Store, "hasApplied">;
  /** Least time of an answer that must not tell whether an account was found, in ms. */
  answerTime: number;
  /** Sends a request on to the auth service; its path is without `/auth/v1`. */
  send(onward: Onward): Promise<Response>;
}

/** A route. @throws ProblemError or AuthError where it refuses. */
export type AuthRoute = (call: AuthCall) => Promise<Response>;

/** The service's code for a refusal, such as `otp_disabled`; none for a success. Leaves the answer readable. */
export async function errorCode(answer: Response): Promise<unknown> {
  if (answer.ok) return undefined;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return Reflect.get(Object(body), "error_code");
}
