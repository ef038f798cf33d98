import type { User } from "@supabase/supabase-js";
import type { MailContent } from "../../mail/mail.ts";
import { emptyMemory, type MemoryState } from "../../store/memoryState.ts";

/** An account: its user as the auth service shows it, and what it keeps to itself. */
export interface MockAccount {
  user: User & { email: string };
  /** Hash of the password; null until the confirmed owner sets one. */
  password: string | null;
  /** Tokens of the links that were mailed last; each lets its reader in, once. */
  links: { signup?: string; recovery?: string };
}

/** A session. Its refresh tokens rotate; the last one is the valid one. */
export interface MockSession {
  id: string;
  userId: string;
  refreshTokens: string[];
}

/** A mail that the mocks have sent. */
export type MockMail = MailContent & { to: string };

/** Everything the mocked backend remembers; plain JSON, so that it can be kept over a reload. */
export interface MockState extends MemoryState {
  accounts: MockAccount[];
  sessions: MockSession[];
  mails: MockMail[];
}

/** A backend nobody has used yet. */
export const emptyState = (): MockState => ({ ...emptyMemory(), accounts: [], sessions: [], mails: [] });
