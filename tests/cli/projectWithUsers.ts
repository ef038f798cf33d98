import { sign } from "hono/jwt";
import { testKeys } from "../support/postgres.setup.ts";
import { bodyOf, type Fault, fakeBackend } from "./fakeBackend.ts";

const user = "0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d";

/** The answers of a hosted project's auth service to a link used before, and about a user who is not there. */
const refusals = {
  used: [403, { code: 403, error_code: "otp_expired", msg: "Email link is invalid or has expired" }],
  gone: [404, { code: 404, error_code: "user_not_found", msg: "User not found" }],
} as const;

/**
 * A hosted project whose JWT secret nobody knows, the calls that add and remove its user, and what else a test answers.
 * With `losing`, the answer to the first call of each kind is lost after the work was done; calls that are `refused` get 400.
 */
export async function projectWithUsers(
  env: Record<string, string | undefined> & { SUPABASE_URL: string },
  fault: Fault = () => false,
  { losing = false, refused }: { losing?: boolean; refused?: RegExp } = {},
): Promise<{ calls: string[]; env: Record<string, string | undefined>; stop: () => Promise<void> }> {
  const calls: string[] = [];
  let [accessToken, linked, exists] = ["", "", false];
  const answer = async (call: string, body: string) => {
    if (call.endsWith("generate_link")) {
      const { email } = Object(JSON.parse(body));
      accessToken = await sign({ role: "authenticated", email, exp: 4_000_000_000 }, testKeys.jwtSecret);
      // For an address without an account, GoTrue makes one, and the link is one that confirms it.
      [linked, exists] = [exists ? "magiclink" : "signup", true];
      return [200, { id: user, hashed_token: "f".repeat(56), verification_type: linked }] as const;
    }
    if (call.endsWith("verify")) {
      const usable = linked !== "" && linked === Object(JSON.parse(body)).type;
      if (usable) linked = "";
      return usable ? ([200, { access_token: accessToken }] as const) : refusals.used;
    }
    const there = exists;
    exists = false;
    return there ? ([200, {}] as const) : refusals.gone;
  };
  const fake = await fakeBackend(env.SUPABASE_URL, async (request, response, ...others) => {
    const call = `${request.method} ${request.url}`;
    if (!/\/auth\/v1\/(?:admin|verify)/u.test(call)) return fault(request, response, ...others);
    const [status, body] = refused?.test(call)
      ? ([400, { code: 400, error_code: "validation_failed", msg: "Refused" }] as const)
      : await answer(call, await bodyOf(request));
    const lost = losing && !calls.includes(call);
    calls.push(call);
    if (lost) response.destroy();
    else response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    return true;
  });
  return { calls, env: { ...env, SUPABASE_URL: fake.origin, SUPABASE_JWT_SECRET: undefined }, stop: fake.stop };
}
