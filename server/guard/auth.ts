import { atLeast } from "./atLeast.ts";
import type { HostBindings } from "../lib/clientAddress.ts";
import { ProblemError, problemResponse } from "../lib/problem.ts";
import { onward, type SameWork, type Service } from "./service.ts";
import type { RateLimiter } from "../lib/rateLimit.ts";
import type { Store } from "../store/store.ts";
import { AuthError } from "./authError.ts";
import { createAuthLimits } from "./limits.ts";
import { authRoutes } from "./routes.ts";

const basePath = "/auth/v1";

/** Dependencies of the guard. */
export interface AuthGuardOptions {
  service: Service;
  store: Store;
  /** Limits the calls of one sender. */
  limit: RateLimiter;
  /** Keys the hashes of addresses. */
  secret: string;
  /** Minimum duration of answers that must not reveal whether an account exists, in ms. */
  answerTime: number;
  /** Makes work that must not reveal whether an account exists cost the same in either case. */
  sameWork?: SameWork;
}

/** The auth service for the public: an allow-list of calls, with rate limits, whose bodies are validated and rebuilt. */
export function guardAuth({ service, store, limit, secret, answerTime, sameWork }: AuthGuardOptions) {
  const limits = createAuthLimits(store, secret, limit);

  const answer = async (request: Request, { clientAddress }: HostBindings): Promise<Response> => {
    const url = new URL(request.url);
    const route = authRoutes.find(({ path }) => path.test(url.pathname.slice(basePath.length)));
    if (!url.pathname.startsWith(`${basePath}/`) || !route) throw new ProblemError("not_found");
    if (request.method === "OPTIONS") return service(onward(request, { path: url.pathname }));
    const methods = Object.keys(route.methods);
    const handle = methods.includes(request.method) ? route.methods[request.method] : undefined;
    if (!handle) throw new ProblemError("method_not_allowed", { allow: methods });
    return handle({
      request,
      url,
      clientAddress,
      limits,
      store,
      alike: (work) => atLeast(answerTime, () => (sameWork ? sameWork(work) : work())),
      send: ({ path, ...more }) => service(onward(request, { ...more, path: basePath + path })),
    });
  };

  return (request: Request, bindings: HostBindings): Promise<Response> =>
    answer(request, bindings).catch((error: unknown) => {
      if (error instanceof AuthError) return error.toResponse();
      return refuse(error instanceof ProblemError ? error : new ProblemError("unexpected", { cause: error }));
    });
}

/** The auth service's codes for our problems, where it has one. */
const codes: Partial<Record<ProblemError["code"], string>> = {
  invalid: "validation_failed",
  malformed: "bad_json",
  rate_limited: "over_request_rate_limit",
  unexpected: "unexpected_failure",
};

/** A problem with the members `error_code` and `msg`, which the client library reads, besides those of RFC 9457. */
function refuse(error: ProblemError): Response {
  const [wrong] = Object.entries(error.errors ?? {});
  const msg = wrong ? `${wrong[0]}: ${wrong[1]}` : error.message;
  return problemResponse(error, { error_code: codes[error.code] ?? error.code, msg });
}
