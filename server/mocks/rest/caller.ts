import { bearerToken, type MockKeys, readApiKey } from "../apiKey.ts";
import { verifyJwt } from "../jwt.ts";
import { RestError } from "./restError.ts";

/** Whom a request comes from. */
export type Caller = { role: "anon" | "service_role" } | { role: "authenticated"; email: string };

/** Whom a request comes from, or the answer to one without a key. @throws RestError for a session that is not to be believed. */
export async function identify(request: Request, keys: MockKeys): Promise<Caller | Response> {
  const key = readApiKey(request, keys);
  if (key instanceof Response) return key;
  const token = bearerToken(request);
  if (token === undefined) return { role: key === "secret" ? "service_role" : "anon" };
  const verdict = await verifyJwt(token, keys.jwtSecret);
  if (verdict.kind === "expired") throw new RestError(401, "PGRST303", "JWT expired");
  if (verdict.kind === "forged")
    throw new RestError(
      401,
      "PGRST301",
      "No suitable key or wrong key type",
      "None of the keys was able to decode the JWT",
    );
  return { role: "authenticated", email: String(verdict.claims["email"]) };
}
