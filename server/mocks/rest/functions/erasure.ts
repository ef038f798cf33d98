import type { MockState, MockUser } from "../../state.ts";
import type { MockDatabase } from "../database.ts";
import { isTableName, type Table, tables } from "../tables.ts";
import { readTimestamp } from "../timestamp.ts";
import { Unmocked } from "../unmocked.ts";
import type { MockFunction } from "./function.ts";

/** Tables that hold people: those that name an address. */
const holders = Object.keys(tables)
  .filter(isTableName)
  .filter((name) => {
    const { columns }: Table = tables[name];
    return Object.hasOwn(columns, "email");
  });

const normal = (person: unknown): string =>
  String(person)
    .replaceAll(/^ +| +$/gu, "")
    .toLowerCase();

const heldRows = (database: MockDatabase, address: string) =>
  holders.map((name) => ({ name, rows: database.rows(name).filter((row) => row["email"] === address) }));

const accountsOf = ({ users }: MockState, address: string) => users.filter(({ email }) => email === address);

const moment = (text: string | null) => text && readTimestamp(text);

function showAccount({ id, email, metadata, createdAt, confirmedAt, lastSignInAt }: MockUser, { sessions }: MockState) {
  if (sessions.some(({ userId }) => userId === id))
    throw new Unmocked("an account that is signed in: when its sessions began is not kept");
  // @supabase/lite keeps the metadata as JSON within a JSON string.
  return {
    id,
    email,
    phone: null,
    metadata: JSON.stringify(metadata),
    created_at: moment(createdAt),
    confirmed_at: moment(confirmedAt),
    last_sign_in_at: moment(lastSignInAt),
    sessions: [],
  };
}

function removeAccounts(state: MockState, address: string): number {
  const gone = accountsOf(state, address);
  const stays = ({ userId }: { userId: string }) => gone.every(({ id }) => id !== userId);
  state.users = state.users.filter((user) => !gone.includes(user));
  state.sessions = state.sessions.filter(stays);
  state.oneTimeTokens = state.oneTimeTokens.filter(stays);
  return gone.length;
}

/** What supabase/migrations/…_erasure.sql does. */
export const erasure = {
  person_data: {
    takes: { person: "text" },
    call({ person }, database, state) {
      const address = normal(person);
      const held = heldRows(database, address).map(({ name, rows }) => [name, rows]);
      return {
        ...Object.fromEntries(held),
        accounts: accountsOf(state, address).map((user) => showAccount(user, state)),
      };
    },
  },

  erase_person: {
    takes: { person: "text" },
    call({ person }, database, state) {
      const address = normal(person);
      const counts = heldRows(database, address).map(({ name, rows }) => {
        database.delete(name, rows);
        return [name, rows.length];
      });
      const removed: Record<string, number> = {
        ...Object.fromEntries(counts),
        accounts: removeAccounts(state, address),
      };
      if (Object.values(removed).some((count) => count > 0)) database.insert("erasures", [{ removed }]);
      return removed;
    },
  },
} satisfies Record<string, MockFunction>;
