import { isRecord } from "../contract/outcomes.ts";
import type { Onward } from "./service.ts";
import type { Store } from "../store/store.ts";
import type { AuthLimits } from "./limits.ts";

/** The context of an auth route. */
export interface AuthCall {
  request: Request;
  url: URL;
  clientAddress: string | undefined;
  limits: AuthLimits;
  store: Pick<Store, "hasApplied">;
  /** Makes work whose result must not reveal whether an account exists take the same time and effort in either case. */
  alike<T>(work: () => Promise<T>): Promise<T>;
  /** Forwards a request to the auth service; its path is without `/auth/v1`. */
  send(onward: Onward): Promise<Response>;
}

/** A route. @throws ProblemError or AuthError for a refusal. */
export type AuthRoute = (call: AuthCall) => Promise<Response>;

/** The service's error code, such as `otp_disabled`; undefined for a success. The answer's body stays readable. */
export async function errorCode(answer: Response): Promise<unknown> {
  if (answer.ok) return undefined;
  const body: unknown = await answer
    .clone()
    .json()
    .catch(() => undefined);
  return isRecord(body) ? body["error_code"] : undefined;
}
