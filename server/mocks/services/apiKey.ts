import { verify } from "hono/jwt";
import { JwtTokenExpired } from "hono/utils/jwt/types";
import { embeddedPublishableKey } from "../../contract/embedded.ts";

/** Keys of a mocked backend. They guard nothing. */
export interface MockKeys {
  secretKey: string;
  jwtSecret: string;
}

/** The answer to a request that carries neither key; undefined for one that does. */
export function refuseKey(request: Request, { secretKey }: MockKeys): Response | undefined {
  const key = request.headers.get("apikey");
  if (key === embeddedPublishableKey || key === secretKey) return undefined;
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

/** What the session token of a request says: its claims, or why it is not to be believed. */
export async function readSessionToken(
  request: Request,
  { jwtSecret }: Pick<MockKeys, "jwtSecret">,
): Promise<Record<string, unknown> | "absent" | "expired" | "forged"> {
  const token = /^Bearer (.+)$/iu.exec(request.headers.get("authorization") ?? "")?.[1];
  // supabase-js says the key again where there is no session.
  if (token === undefined || token === request.headers.get("apikey")) return "absent";
  try {
    return await verify(token, jwtSecret, "HS256");
  } catch (error) {
    return error instanceof JwtTokenExpired ? "expired" : "forged";
  }
}
