import { keyedHash } from "../../guards/keyedHash.ts";
import type { MockState, MockUser } from "../state.ts";

/** A moment as the auth service writes it. */
export const moment = (): string => `${new Date().toISOString().slice(0, -1)}+00:00`;

/** Hashes a password, so that one a developer really uses is not kept. */
export const hashPassword = (password: string): Promise<string> => keyedHash("mock", password);

export const findUser = (state: MockState, email: string): MockUser | undefined =>
  state.users.find((user) => user.email === email);

/** Adds an account whose address nobody has confirmed yet. */
export function addUser(state: MockState, email: string, password: string): MockUser {
  const id = crypto.randomUUID();
  const now = moment();
  const metadata = { email, email_verified: false, phone_verified: false, sub: id };
  const user: MockUser = {
    id,
    email,
    password,
    metadata,
    identityId: crypto.randomUUID(),
    identityMetadata: metadata,
    createdAt: now,
    updatedAt: now,
    confirmedAt: null,
    lastSignInAt: null,
    confirmationSentAt: null,
    recoverySentAt: null,
  };
  state.users.push(user);
  return user;
}

/** Records that the address is its owner's. A password from before is not (supabase/migrations/…_accounts.sql). */
export function confirm(user: MockUser): void {
  if (user.confirmedAt !== null) return;
  user.confirmedAt = moment();
  user.password = null;
  user.metadata = { ...user.metadata, email_verified: true };
  user.identityMetadata = { ...user.identityMetadata, email_verified: true };
}

const given = (members: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

/** An account as the auth service shows it. */
export function showUser(user: MockUser): Record<string, unknown> {
  const {
    id,
    email,
    metadata,
    identityId,
    identityMetadata,
    createdAt,
    updatedAt,
    confirmedAt,
    lastSignInAt,
    confirmationSentAt,
    recoverySentAt,
  } = user;
  const identity = {
    identity_id: identityId,
    id,
    user_id: id,
    identity_data: identityMetadata,
    provider: "email",
    last_sign_in_at: createdAt,
    created_at: createdAt,
    updated_at: updatedAt,
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
    created_at: createdAt,
    updated_at: updatedAt,
    is_anonymous: false,
    ...given({
      email_confirmed_at: confirmedAt,
      confirmed_at: confirmedAt,
      last_sign_in_at: lastSignInAt,
      confirmation_sent_at: confirmationSentAt,
      recovery_sent_at: recoverySentAt,
    }),
  };
}
