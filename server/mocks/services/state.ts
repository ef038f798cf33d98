import type { User } from "@supabase/supabase-js";
import type { MailContent } from "../../mail/mail.ts";
import { emptyMemory, type MemoryState } from "../../store/memoryState.ts";

/** An account: its user, as the auth service shows it, and its private data. */
export interface MockAccount {
  user: User & { email: string };
  /** Hash of the password; null until the confirmed owner sets one. */
  password: string | null;
  /** Tokens of the most recently mailed links; each works once. */
  links: { signup?: string; recovery?: string };
}

/** A session. Its refresh tokens rotate; a used one is answered with the newest. */
export interface MockSession {
  id: string;
  userId: string;
  refreshTokens: string[];
}

/** A mail that the mocks have sent. */
export type MockMail = MailContent & { to: string };

/** The whole state of the mocked backend, as plain JSON, so that it survives a reload. */
export interface MockState extends MemoryState {
  accounts: MockAccount[];
  sessions: MockSession[];
  mails: MockMail[];
}

/** Creates the state of an unused backend. */
export const emptyState = (): MockState => ({ ...emptyMemory(), accounts: [], sessions: [], mails: [] });
