import { createHmac, randomUUID } from "node:crypto";
import * as v from "valibot";
import type { BackendContext } from "../../cli/context.ts";
import { lostAnswers } from "../../cli/lostAnswers.ts";
import { messageOf } from "../../../server/errors/caught.ts";

/** GoTrue's answer to a sign-in, as far as it is used here. */
const session = v.object({ access_token: v.string() });

/** A person who owns no row. */
export interface Stranger {
  /** Address in the session; nobody's, in a domain that cannot exist (RFC 2606). */
  email: string;
  /** Headers to send with every request. */
  headers: Record<string, string>;
  /** Removes the user, if one was created. */
  leave(): Promise<void>;
}

/** Nobody could be signed in (`cause`), and the user made for that may still be there, as `removal` says. */
export class UserLeftError extends Error {
  override readonly name = "UserLeftError";
  readonly email: string;
  readonly removal: unknown;

  constructor(email: string, removal: unknown, cause: unknown) {
    super(messageOf(cause), { cause });
    this.email = email;
    this.removal = removal;
  }
}

const part = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString("base64url");

/** What a stranger is signed in with, and the time by the database's clock: by another, a session could have expired before it began. */
type Means = Pick<BackendContext, "secretKey" | "publishableKey" | "jwtSecret" | "settings"> & { clock: string };

/** A token signed with the stack's own secret (RFC 7519, HS256): no user has to be created for it. */
function mint(secret: string, role: "anon" | "authenticated", email: string, clock: string): string {
  const now = Math.floor(Date.parse(clock) / 1000);
  const claims = {
    // A visitor's names no user, like that of the public key: @supabase/lite would look for them at every request.
    ...(role === "authenticated" ? { sub: randomUUID(), session_id: randomUUID() } : {}),
    aud: "authenticated",
    role,
    email,
    iat: now,
    exp: now + 600,
    aal: "aal1",
    is_anonymous: false,
  };
  const body = `${part({ alg: "HS256", typ: "JWT" })}.${part(claims)}`;
  return `${body}.${createHmac("sha256", secret).update(body).digest("base64url")}`;
}

const secretOf = ({ jwtSecret, settings }: Means): string | undefined =>
  jwtSecret ?? settings.SUPABASE_JWT_SECRET?.value;

/**
 * Headers that give a request this role in the database and nothing more. The secret key takes it past the embedded stack's
 * guard, which would refuse it whatever the policies are; the role is that of the token, which takes precedence over the key.
 */
const signed = (means: Means, secret: string, role: "anon" | "authenticated", email: string): Stranger => ({
  email,
  headers: { apikey: means.secretKey, authorization: `Bearer ${mint(secret, role, email, means.clock)}` },
  leave: async () => undefined,
});

const newAddress = () => `check-${randomUUID()}@stranger.invalid`;

/** A visitor who is not signed in; undefined where the public key is not known. */
export function anonymousVisitor(means: Means): Stranger | undefined {
  const secret = secretOf(means);
  if (means.publishableKey === undefined) return undefined;
  const email = newAddress();
  return secret === undefined
    ? { email, headers: { apikey: means.publishableKey }, leave: async () => undefined }
    : signed(means, secret, "anon", email);
}

/**
 * Signs a stranger in. A hosted project whose JWT secret is not set gets a user for the duration of the check.
 * @throws UserLeftError, and Error when the project refuses that.
 */
export async function signInStranger(context: BackendContext, clock: string): Promise<Stranger> {
  const { lasting, url, publishableKey, fetch: send } = context;
  const email = newAddress();
  const means = { ...context, clock };
  const secret = secretOf(means);
  if (secret !== undefined) return signed(means, secret, "authenticated", email);

  // By calls that Ctrl-C does not end, as it could leave a user whom nobody knows. Through a link's token: a password set before the
  // address is confirmed is dropped (docs/decisions/0061).
  const newLink = async () => {
    const { data, error } = await lasting().auth.admin.generateLink({ type: "magiclink", email });
    if (error) throw error;
    return data;
  };
  const signIn = async ({ properties }: Awaited<ReturnType<typeof newLink>>) => {
    const answer = await send(`${url}/auth/v1/verify`, {
      method: "POST",
      headers: { apikey: publishableKey ?? "", "content-type": "application/json" },
      // For an address without an account, GoTrue answers with a link of another type than was asked for.
      body: JSON.stringify({ type: properties.verification_type, token_hash: properties.hashed_token }),
    });
    const read = v.safeParse(session, await answer.json());
    return { status: answer.status, accessToken: read.success ? read.output.access_token : undefined };
  };
  const lost = lostAnswers(context);
  const link = await newLink().catch((cause: unknown) => {
    throw lost() > 0 ? new UserLeftError(email, cause, cause) : cause;
  });
  const leave = async () => {
    const removed = await lasting().auth.admin.deleteUser(link.user.id);
    // Where an answer was lost, the repeated call finds nobody.
    if (removed.error && removed.error.code !== "user_not_found") throw removed.error;
  };
  try {
    let signedIn = await signIn(link);
    // A link can be used once: where the answer is lost, the repeated call is refused.
    if (signedIn.status === 403) signedIn = await signIn(await newLink());
    const { status, accessToken } = signedIn;
    if (accessToken === undefined) throw new Error(`sign-in answered ${status}`);
    return { email, headers: { apikey: publishableKey ?? "", authorization: `Bearer ${accessToken}` }, leave };
  } catch (cause) {
    await leave().catch((removal: unknown) => {
      throw new UserLeftError(email, removal, cause);
    });
    throw cause;
  }
}
