import { addUser, confirm, hashPassword } from "./auth/users.ts";
import { MockDatabase } from "./rest/database.ts";
import { emptyState, type MockState } from "./state.ts";

/** Accounts the mocked backend starts with, in a domain nobody can own (RFC 2606), by how their application stands. */
export const people = {
  pending: "ada@example.com",
  accepted: "grace@example.com",
  declined: "edsger@example.com",
  stranger: "barbara@example.com",
} as const;

/** Password of all of them. */
export const peoplesPassword = "correct horse battery staple";

/** A backend with a few people in it. */
export async function seededState(): Promise<MockState> {
  const state = emptyState();
  const database = new MockDatabase(state);
  const password = await hashPassword(peoplesPassword);
  for (const [status, email] of Object.entries(people)) {
    const name = email.replace(/@.*/u, "").replace(/^./u, (first) => first.toUpperCase());
    const user = addUser(state, email, password);
    confirm(user);
    Object.assign(user, { password, metadata: { ...user.metadata, name } });
    database.insert("waitlist", [{ email }]);
    if (status !== "stranger")
      database.insert("beta_applications", [{ name, email, role: "freelancer", reason: "Late payers.", status }]);
  }
  return state;
}
