import { onward, type Service } from "../http/service.ts";

/** What a signed-in applicant asks about their own applications, by parameter; the service has many more. */
const parameters: Readonly<Record<string, RegExp>> = {
  select: /^(?:\*|[a-z_]+(?:,[a-z_]+)*)$/u,
  order: /^[a-z_]+(?:\.(?:asc|desc))?(?:,[a-z_]+(?:\.(?:asc|desc))?)*$/u,
  limit: /^\d{1,4}$/u,
  email: /^eq\.[^\p{Cc}]{1,300}$/u,
  status: /^eq\.[a-z]+$/u,
};

const path = "/rest/v1/beta_applications";

/** The REST service as anybody may ask it: signed-in users read their own applications; everything else is the backend's. */
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

// As PostgreSQL would say itself, and does: the grants and policies of supabase/migrations stand behind this.
const denied = (request: Request) =>
  refuse(request.headers.has("authorization") ? 403 : 401, "42501", "permission denied");

const refuse = (status: number, code: string, message: string) =>
  Response.json({ code, message, details: null, hint: null }, { status });
