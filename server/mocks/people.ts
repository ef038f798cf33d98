import { applicationStatuses } from "../contract/statuses.ts";
import { timestamp } from "../http/timestamp.ts";
import { emptyState, type MockState } from "./services/state.ts";
import { addUser, confirm, hashPassword } from "./services/users.ts";

/** Accounts the mocked backend starts with, in a domain nobody can own (RFC 2606), by how their application stands. */
export const people = {
  pending: "ada@example.com",
  accepted: "grace@example.com",
  declined: "edsger@example.com",
  stranger: "barbara@example.com",
} as const;

/** Password of all of them. */
export const peoplesPassword = "correct horse battery staple";

/** A backend with a few people in it; the stranger has not applied. */
export async function seededState(): Promise<MockState> {
  const state = emptyState();
  const password = await hashPassword(peoplesPassword);
  const seen = { created_at: timestamp(), reviewed_at: null };
  for (const email of Object.values(people)) {
    const user = addUser(state, email, password);
    confirm(user);
    Object.assign(user, { password, metadata: { ...user.metadata, name: nameOf(email) } });
  }
  for (const status of applicationStatuses) {
    const email = people[status];
    const application = {
      name: nameOf(email),
      email,
      company: null,
      role: "freelancer",
      reason: "Late payers.",
    } as const;
    state.applications.push({ id: crypto.randomUUID(), ...application, status, ...seen });
  }
  return state;
}

const nameOf = (email: string) => email.replace(/@.*/u, "").replace(/^./u, (first) => first.toUpperCase());
