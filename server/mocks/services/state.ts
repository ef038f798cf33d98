import { emptyMemory, type MemoryState } from "../../store/memory.ts";

/** An account, as the mocked auth service keeps it. */
export interface MockUser {
  id: string;
  email: string;
  /** Hash of the password; null until the confirmed owner sets one. */
  password: string | null;
  metadata: Record<string, unknown>;
  identityId: string;
  identityMetadata: Record<string, unknown>;
  /** Times as the service writes them; null for what has not happened yet. */
  times: Record<"created_at" | "updated_at", string> &
    Record<"confirmed_at" | "last_sign_in_at" | "confirmation_sent_at" | "recovery_sent_at", string | null>;
}

/** A session. Its refresh tokens rotate; the last one is the valid one. */
export interface MockSession {
  id: string;
  userId: string;
  refreshTokens: string[];
}

/** What the link of a mail carries, which lets its reader in, once. */
export interface OneTimeToken {
  userId: string;
  type: "signup" | "recovery";
  hash: string;
}

export interface MockMail {
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Everything the mocked backend remembers; plain JSON, so that it can be kept over a reload. */
export interface MockState extends MemoryState {
  users: MockUser[];
  sessions: MockSession[];
  oneTimeTokens: OneTimeToken[];
  mails: MockMail[];
}

/** A backend nobody has used yet. */
export const emptyState = (): MockState => ({
  ...emptyMemory(),
  users: [],
  sessions: [],
  oneTimeTokens: [],
  mails: [],
});
