import type { Client } from "pg";
import { createPostgresOutbox } from "../../../server/mail/outbox/postgres.ts";
import type { Outbox, TokenEntry } from "../../../server/mail/outbox/outbox.ts";
import { retryOnDeadlock } from "../../../server/store/deadlock.ts";
import { createPostgresStore } from "../../../server/store/postgres.ts";
import { createPostgresCalls, type PostgresCalls } from "../../../server/store/postgresCalls.ts";
import type { Store } from "../../../server/store/store.ts";
import type { Draws } from "./draws.ts";
import { createMailings, type Mailings } from "./mailings.ts";
import { createHistory, type History } from "./people.ts";
import { createFindings, type Findings } from "./rules.ts";

/** What the operations work with, and the values they share. */
export interface World {
  store: Store;
  outbox: Outbox;
  /** Calls a database function as the command line does. */
  operate: PostgresCalls["call"];
  /** Runs a statement as superuser, for what the passing of time does. */
  pass(sql: string): Promise<void>;
  history: History;
  findings: Findings;
  mailings: Mailings;
  /** Hashes of the links that were mailed. */
  links: Record<TokenEntry["purpose"], { hash: string; email: string }[]>;
  /** Applications that were stored. */
  applications: { id: string; email: string }[];
}

/** The arguments of an operation: the world, and its connection's random numbers. */
export interface Turn {
  world: World;
  draws: Draws;
}

/** Hash of the updates that are announced. */
export const updateHash = "a".repeat(64);

const changed = [
  "waitlist",
  "email_outbox",
  "email_suppressions",
  "email_tokens",
  "consent_events",
  "beta_applications",
  "email_update_recipients",
];

/** Half of all changes sleep for up to 3 ms, so that other calls run between the steps of a call. */
const slowDown = `
  create function public.sleep_a_little() returns trigger language plpgsql as $$ begin
    if random() < 0.5 then perform pg_sleep(random() * 0.003); end if;
    return case tg_op when 'DELETE' then old else new end;
  end $$;
  grant execute on function public.sleep_a_little to public;
  ${changed
    .map(
      (table) => `create trigger zz_sleep before insert or update or delete on public.${table}
    for each row execute function public.sleep_a_little();`,
    )
    .join("\n")}`;

/** Longest an operator's call may take, in ms. */
const timeout = 30_000;

/** Connects to a database by the product's own code; the database is slowed down from now on, and detects deadlocks early. */
export async function openWorld(databaseUrl: string, client: Client, connections: number) {
  await client.query(slowDown);
  await client.query(
    "do $$ begin execute format('alter database %I set deadlock_timeout = 30', current_database()); end $$",
  );
  await client.query("insert into public.email_updates (hash, parameters) values ($1, '{}')", [updateHash]);
  const { close: closeStore, ...store } = createPostgresStore(databaseUrl);
  const { close: closeOutbox, ...outbox } = createPostgresOutbox(databaseUrl);
  const operators = createPostgresCalls(databaseUrl, { name: "races", connections, timeout });
  let last: Promise<unknown> = Promise.resolve();
  const oneByOne = (sql: string) => (last = last.then(() => retryOnDeadlock(() => client.query(sql))));
  const [history, findings] = [createHistory(), createFindings()];
  const world: World = {
    store,
    outbox,
    operate: operators.call,
    pass: async (sql) => void (await oneByOne(sql)),
    history,
    findings,
    mailings: createMailings(history, findings),
    links: { confirm: [], unsubscribe: [] },
    applications: [],
  };
  return { world, close: async () => void (await Promise.all([closeStore(), closeOutbox(), operators.close()])) };
}
