import { createHmac, randomBytes, randomUUID } from "node:crypto";
import type { BackendContext } from "../../cli/context.ts";

/** A session of somebody who has nothing to do with any row. */
export interface Stranger {
  accessToken: string;
  /** Leaves nothing behind. */
  leave(): Promise<void>;
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** A session signed with the stack's own secret (RFC 7519, HS256): nobody has to be added for it. */
function mint(secret: string, email: string): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: randomUUID(),
    aud: "authenticated",
    role: "authenticated",
    email,
    iat: now,
    exp: now + 600,
    aal: "aal1",
    session_id: randomUUID(),
    is_anonymous: false,
  };
  const body = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

/**
 * Signs a stranger in. A hosted project whose JWT secret is not set gets a user for the length of the check.
 * @throws Error when the project refuses that.
 */
export async function signInStranger({
  supabase,
  url,
  publishableKey,
  jwtSecret,
  settings,
  fetch: send,
}: BackendContext): Promise<Stranger> {
  const email = `check-${randomUUID()}@stranger.invalid`;
  const secret = jwtSecret ?? settings.SUPABASE_JWT_SECRET?.value;
  if (secret !== undefined) return { accessToken: mint(secret, email), leave: async () => undefined };

  const password = randomBytes(24).toString("base64url");
  const { data, error } = await supabase.auth.admin.createUser({ email, password, email_confirm: true });
  if (error) throw error;
  const leave = async () => {
    const removed = await supabase.auth.admin.deleteUser(data.user.id);
    if (removed.error) throw removed.error;
  };
  try {
    const answer = await send(`${url}/auth/v1/token?grant_type=password`, {
      method: "POST",
      headers: { apikey: publishableKey ?? "", "content-type": "application/json" },
      body: JSON.stringify({ email, password }),
    });
    const session: unknown = await answer.json();
    const accessToken: unknown = Reflect.get(Object(session), "access_token");
    if (typeof accessToken !== "string") throw new Error(`sign-in answered ${answer.status}`);
    return { accessToken, leave };
  } catch (cause) {
    await leave();
    throw cause;
  }
}
