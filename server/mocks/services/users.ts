import { timestamp } from "../../http/timestamp.ts";
import { keyedHash } from "../../limits/keyedHash.ts";
import type { MockState, MockUser } from "./state.ts";

/** Hashes a password, so that one a developer really uses is not kept. */
export const hashPassword = (password: string): Promise<string> => keyedHash("mock", password);

export const findUser = (state: MockState, email: string): MockUser | undefined =>
  state.users.find((user) => user.email === email);

/** Adds an account whose address nobody has confirmed yet. */
export function addUser(state: MockState, email: string, password: string): MockUser {
  const id = crypto.randomUUID();
  const now = timestamp();
  const metadata = { email, email_verified: false, phone_verified: false, sub: id };
  const never = { confirmed_at: null, last_sign_in_at: null, confirmation_sent_at: null, recovery_sent_at: null };
  const user: MockUser = {
    id,
    email,
    password,
    metadata,
    identityId: crypto.randomUUID(),
    identityMetadata: metadata,
    times: { created_at: now, updated_at: now, ...never },
  };
  state.users.push(user);
  return user;
}

/** Records that the address is its owner's. A password from before is not (supabase/migrations/…_accounts.sql). */
export function confirm(user: MockUser): void {
  if (user.times.confirmed_at !== null) return;
  user.times.confirmed_at = timestamp();
  user.password = null;
  user.metadata = { ...user.metadata, email_verified: true };
  user.identityMetadata = { ...user.identityMetadata, email_verified: true };
}

/** An account as the auth service shows it. */
export function showUser({ id, email, metadata, identityId, identityMetadata, times }: MockUser): object {
  const { created_at, updated_at, confirmed_at } = times;
  const happened = Object.entries({ ...times, email_confirmed_at: confirmed_at }).filter(([, time]) => time !== null);
  const identity = {
    identity_id: identityId,
    id,
    user_id: id,
    identity_data: identityMetadata,
    provider: "email",
    last_sign_in_at: created_at,
    created_at,
    updated_at,
    email,
  };
  return {
    id,
    aud: "authenticated",
    role: "authenticated",
    email,
    phone: "",
    app_metadata: { provider: "email", providers: ["email"] },
    user_metadata: metadata,
    identities: [identity],
    is_anonymous: false,
    ...Object.fromEntries(happened),
  };
}
