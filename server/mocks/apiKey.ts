import { embeddedPublishableKey } from "../contract/embedded.ts";

/** Keys of a mocked backend. They guard nothing. */
export interface MockKeys {
  secretKey: string;
  jwtSecret: string;
}

/** Whose key a request carries, or the answer to one that carries none. */
export function readApiKey(request: Request, { secretKey }: MockKeys): "publishable" | "secret" | Response {
  const key = request.headers.get("apikey") || new URL(request.url).searchParams.get("apikey");
  if (key === embeddedPublishableKey) return "publishable";
  if (key === secretKey) return "secret";
  return key
    ? refuse("UNAUTHORIZED_INVALID_API_KEY", "Invalid API key", "Double check your Supabase `apikey`")
    : refuse(
        "UNAUTHORIZED_MISSING_API_KEY",
        "No API key found in request",
        "No `apikey` request header or url param was found.",
      );
}

function refuse(code: string, message: string, hint: string): Response {
  return Response.json(
    { message, hint },
    { status: 401, headers: { "access-control-allow-origin": "*", "sb-error-code": code } },
  );
}

/** The bearer token of a request, when it is a user's and not the key said again. */
export function bearerToken(request: Request): string | undefined {
  const token = /^Bearer (.+)$/iu.exec(request.headers.get("authorization") ?? "")?.[1];
  return token === undefined || token === request.headers.get("apikey") ? undefined : token;
}
