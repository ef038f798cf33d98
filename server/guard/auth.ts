import type { HostBindings } from "../http/clientAddress.ts";
import { readBody } from "../http/body.ts";
import { ProblemError, problemResponse } from "../http/problem.ts";
import type { RateLimiter } from "../http/rateLimit.ts";
import type { Store } from "../store/store.ts";
import { createUniformAnswers } from "./uniformAnswers.ts";
import { factorBody } from "./bodies.ts";
import { AuthError, type AuthRoute, onward, type Service } from "./call.ts";
import { createAuthLimits } from "./limits.ts";
import { recovery, signInLink, signUp } from "./mailed.ts";
import { changeUser, logout, showUser, token, verify } from "./sessions.ts";

const basePath = "/auth/v1";

const authorize: AuthRoute = ({ url, send }) =>
  send({ path: `/authorize?provider=${encodeURIComponent(url.searchParams.get("provider") ?? "")}` });

const factors: AuthRoute = async ({ request, url, send }) =>
  send({
    path: url.pathname.slice(basePath.length),
    ...(request.method === "POST" ? { body: await readBody(request, factorBody) } : {}),
  });

/** The public calls of the auth service (requirements 7), by path without `/auth/v1` and by method. All others are refused. */
const authRoutes: readonly { path: RegExp; methods: Readonly<Record<string, AuthRoute>> }[] = [
  { path: /^\/signup$/u, methods: { POST: signUp } },
  { path: /^\/token$/u, methods: { POST: token } },
  { path: /^\/logout$/u, methods: { POST: logout } },
  { path: /^\/recover$/u, methods: { POST: recovery } },
  { path: /^\/otp$/u, methods: { POST: signInLink } },
  { path: /^\/verify$/u, methods: { POST: verify } },
  { path: /^\/user$/u, methods: { GET: showUser, PUT: changeUser } },
  { path: /^\/authorize$/u, methods: { GET: authorize } },
  { path: /^\/factors$/u, methods: { POST: factors } },
  { path: /^\/factors\/[0-9a-f-]{36}$/u, methods: { DELETE: factors } },
  { path: /^\/factors\/[0-9a-f-]{36}\/(?:challenge|verify)$/u, methods: { POST: factors } },
];

export interface AuthGuardOptions {
  service: Service;
  store: Store;
  /** Limits the calls of one sender. */
  limit: RateLimiter;
  /** Keys the hashes of addresses. */
  secret: string;
  /** Minimum duration of answers that must not reveal whether an account exists, in ms. */
  answerTime: number;
  /** See `FormsDependencies`. */
  onError?: ((error: unknown) => void) | undefined;
}

/** The auth service for the public: an allow-list of calls, with rate limits, whose bodies are validated and rebuilt. */
export function guardAuth({ service, store, limit, secret, answerTime, onError }: AuthGuardOptions) {
  const limits = createAuthLimits(store, secret, limit);
  const uniformly = createUniformAnswers(answerTime);

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
      uniformly,
      send: ({ path, ...more }) => service(onward(request, { ...more, path: basePath + path })),
    });
  };

  return (request: Request, bindings: HostBindings): Promise<Response> =>
    answer(request, bindings).catch((error: unknown) => {
      if (error instanceof AuthError) return error.toResponse();
      if (error instanceof ProblemError) return refuse(error);
      onError?.(error);
      return refuse(new ProblemError("unexpected", { cause: error }));
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
