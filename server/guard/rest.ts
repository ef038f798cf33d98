import { onward, type Service } from "./call.ts";
import { insufficientPrivilege } from "../store/sqlState.ts";

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

const path = "/rest/v1/beta_applications";

/** The REST service for the public: signed-in users may read their own applications; everything else needs the secret key. */
export function guardRest(service: Service) {
  return async (request: Request): Promise<Response> => {
    const { pathname, search, searchParams } = new URL(request.url);
    if (pathname !== path || !["GET", "OPTIONS"].includes(request.method)) return denied(request);
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
