import { Hono } from "hono";
import { apiHeaders } from "../http/apiHeaders.ts";
import type { HostBindings } from "../http/host.ts";
import { type AuthGuardOptions, guardAuth } from "./auth/guard.ts";
import { guardRest } from "./rest.ts";

/** What the guarded services are made of. */
export interface SupabaseApiOptions extends Omit<AuthGuardOptions, "answerTime"> {
  /** Whoever has it is let through to everything: the backend and the operator's commands. */
  secretKey: string;
  /** See {@link AuthGuardOptions}; long enough for a password hash on a busy machine, unless given. */
  answerTime?: number;
}

/** Least time of an answer that must not tell whether an account was found, in ms: a bcrypt hash takes 80 to 200. */
const usualAnswerTime = 400;

/**
 * The REST and auth services with what a hosted project has in front of them and @supabase/lite has not. Anybody may ask
 * what the product asks, and nothing else: an allow-list of methods and paths (docs/decisions/0060).
 */
export function supabaseApi({ secretKey, answerTime = usualAnswerTime, ...options }: SupabaseApiOptions) {
  const auth = guardAuth({ ...options, answerTime });
  const rest = guardRest(options.service);
  const app = new Hono<{ Bindings: HostBindings }>();
  app.use(apiHeaders);
  app.all("*", async (c) => {
    const request = c.req.raw;
    // In the header alone: in an address it would be in logs.
    if (request.headers.get("apikey") === secretKey) return ownAnswer(await options.service(request));
    return forAnyOrigin(
      await (new URL(request.url).pathname.startsWith("/rest/") ? rest(request) : auth(request, c.env)),
    );
  });
  return app;
}

/**
 * A copy whose headers can be changed; those of a redirect cannot. The mocks' failed network (`Response.error()`) has
 * no copy.
 */
const ownAnswer = (answer: Response): Response =>
  answer.type === "error" ? answer : new Response(answer.body, answer);

/** Lets a page of another origin read the answer, as the services do; no cookie is involved. */
function forAnyOrigin(answer: Response): Response {
  const own = ownAnswer(answer);
  if (own.type === "error" || own.headers.has("access-control-allow-origin")) return own;
  own.headers.set("access-control-allow-origin", "*");
  own.headers.set("access-control-expose-headers", "retry-after");
  return own;
}
