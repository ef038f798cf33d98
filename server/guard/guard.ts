import { Hono } from "hono";
import { timingSafeEqual } from "hono/utils/buffer";
import { apiHeaders } from "../http/headers.ts";
import type { HostBindings } from "../http/clientAddress.ts";
import { type AuthGuardOptions, guardAuth } from "./auth.ts";
import { onward, type Service } from "./call.ts";
import { insufficientPrivilege } from "../store/sqlState.ts";

export interface SupabaseApiOptions extends Omit<AuthGuardOptions, "answerTime"> {
  /** Key of the backend and the operator's commands, which bypasses the guards. */
  secretKey: string;
  /** See {@link AuthGuardOptions}; by default long enough for a password hash on a busy machine. */
  answerTime?: number;
}

/** Minimum duration of answers that must not reveal whether an account exists, in ms: a bcrypt hash takes 80 to 200. */
const usualAnswerTime = 400;

/**
 * The REST and auth services behind guards, which take the place of a hosted project's gateway. The public may make the calls
 * that the product makes and no others: an allow-list of methods and paths (docs/decisions/0060).
 */
export function supabaseApi({ secretKey, answerTime = usualAnswerTime, ...options }: SupabaseApiOptions) {
  const auth = guardAuth({ ...options, answerTime });
  const rest = guardRest(options.service);
  const app = new Hono<{ Bindings: HostBindings }>();
  app.use(apiHeaders);
  app.all("*", async (c) => {
    const request = c.req.raw;
    // The key is accepted in the header only: in an address it would get into logs.
    const apiKey = request.headers.get("apikey");
    if (apiKey && (await timingSafeEqual(apiKey, secretKey))) return ownAnswer(await options.service(request));
    return forAnyOrigin(
      await (new URL(request.url).pathname.startsWith("/rest/") ? rest(request) : auth(request, c.env)),
    );
  });
  app.onError((error) => {
    options.onError?.(error);
    return forAnyOrigin(refuse(500, "XX000", "internal error"));
  });
  return app;
}

/**
 * A copy with mutable headers; those of a redirect are immutable. A network failure of the mocks (`Response.error()`) cannot
 * be copied.
 */
const ownAnswer = (answer: Response): Response =>
  answer.type === "error" ? answer : new Response(answer.body, answer);

/** Lets pages of any origin read the answer, as the services themselves do; no cookies are involved. */
function forAnyOrigin(answer: Response): Response {
  const own = ownAnswer(answer);
  if (own.type === "error" || own.headers.has("access-control-allow-origin")) return own;
  own.headers.set("access-control-allow-origin", "*");
  own.headers.set("access-control-expose-headers", "retry-after");
  return own;
}

/**
 * The parameters with which signed-in applicants query their own applications; the service has many more. A list has at most twenty
 * columns: PostgreSQL refuses more than 1,664, which the service reports as its own failure.
 */
const parameters: Readonly<Record<string, RegExp>> = {
  select: /^(?:\*|[a-z_]+(?:,[a-z_]+){0,19})$/u,
  order: /^[a-z_]+(?:\.(?:asc|desc))?(?:,[a-z_]+(?:\.(?:asc|desc))?){0,19}$/u,
  limit: /^\d{1,4}$/u,
  email: /^eq\.[^\p{Cc}]{1,300}$/u,
  status: /^eq\.[a-z]+$/u,
};

const applications = "/rest/v1/beta_applications";

/** The REST service for the public: signed-in users may read their own applications; everything else needs the secret key. */
function guardRest(service: Service) {
  return async (request: Request): Promise<Response> => {
    const { pathname, search, searchParams } = new URL(request.url);
    if (pathname !== applications || !["GET", "OPTIONS"].includes(request.method)) return denied(request);
    const entries = [...searchParams];
    const known = entries.every(([name, value]) => Object.hasOwn(parameters, name) && parameters[name]?.test(value));
    if (!known || new Set(searchParams.keys()).size < entries.length)
      return refuse(400, "PGRST100", "Only select, order, limit and equality of email or status are understood here.");
    return service(onward(request, { path: pathname + search }));
  };
}

// The same answer as PostgreSQL's, whose grants and policies (supabase/migrations) apply behind this guard.
const denied = (request: Request) =>
  refuse(request.headers.has("authorization") ? 403 : 401, insufficientPrivilege, "permission denied");

const refuse = (status: number, code: string, message: string) =>
  Response.json({ code, message, details: null, hint: null }, { status });
