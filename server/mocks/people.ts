import { applicationStatuses } from "../contract/statuses.ts";
import { timestamp } from "../http/timestamp.ts";
import { addAccount, beginSession, confirm, findAccount, hashPassword, showSession } from "./services/accounts.ts";
import { emptyState, type MockState } from "./services/state.ts";

/** Accounts of a new mocked backend, by the state of their application, in a domain that nobody can own (RFC 2606). */
export const people = {
  pending: "ada@example.com",
  accepted: "grace@example.com",
  declined: "edsger@example.com",
  stranger: "barbara@example.com",
} as const;

/** The password of all accounts. */
export const peoplesPassword = "correct horse battery staple";

/** A session to begin, and what is wrong with it. */
export interface SessionOptions {
  /** Address of its user. */
  of: string;
  /** Remaining lifetime of its access token, in seconds. */
  life?: number;
  /** Secret that signs it; another one makes it a forgery. */
  secret?: string;
  /** Whether it was ended elsewhere, so that neither of its tokens is valid. */
  ended?: boolean;
}

const nameOf = (email: string) => email.replace(/@.*/u, "").replace(/^./u, (first) => first.toUpperCase());

/** Creates a state with a few people; the stranger has not applied. */
export async function seededState(): Promise<MockState> {
  const state = emptyState();
  for (const email of Object.values(people)) {
    const account = addAccount(state, email, "");
    confirm(account);
    account.password = await hashPassword(peoplesPassword);
    account.user.user_metadata = { ...account.user.user_metadata, name: nameOf(email) };
  }
  const application = { company: null, role: "freelancer", reason: "Late payers.", reviewed_at: null } as const;
  for (const status of applicationStatuses) {
    const email = people[status];
    const person = { id: crypto.randomUUID(), name: nameOf(email), email };
    state.applications.push({ ...person, ...application, status, created_at: timestamp() });
  }
  return state;
}

/**
 * Begins a session, as the auth service issues it or as an earlier visit would have left it in the browser.
 * @throws Error if nobody has the address.
 */
export async function begunSession(state: MockState, { of, life, secret, ended = false }: SessionOptions) {
  const account = findAccount(state, of);
  if (!account) throw new Error(`Nobody here is called ${of}. Start afresh.`);
  const session = beginSession(state, account);
  if (ended) state.sessions.pop();
  return showSession(session, account, life, secret);
}
