import { expect } from "vitest";
import { tokenHash } from "../../../server/mail/outbox/tokens.ts";
import { cli, hosted, scratchFolder } from "../../cli/terminal.ts";
import { startOutboxBench } from "../../mail/support/outboxBench.ts";

/** Addresses that take part. They are few, so that the same ones occur again. */
export const everybody = ["ada@example.com", "bo@example.com", "cy@example.com"] as const;

/** Reasons why an address is on the suppression list, weakest first. */
const strength = ["erased", "unsubscribed", "bounced", "complained"] as const;
type Suppression = (typeof strength)[number];

interface Person {
  confirmed: boolean;
  notified: boolean;
  left: boolean;
  /** Confirmation links by the hash of their token; the value says whether the link was used. */
  confirms: Map<string, boolean>;
  /** Whether a mail with a link to unsubscribe was sent. */
  canUnsubscribe: boolean;
  /** The mails about the launch; undefined for people who are not to be notified. */
  launch: Set<string> | undefined;
}

/** The model: everything that the project promises to know. */
export const newState = () => ({
  people: new Map<string, Person>(),
  suppressed: new Map<string, Suppression>(),
  /** People who were ever suppressed or erased, so that no mail is owed to them. */
  unmailable: new Set<string>(),
  /** Ids of the mails that the sender knows to be delivered. */
  delivered: new Set<string>(),
});
export type State = ReturnType<typeof newState>;

/** A new person on the list. */
export const newPerson = (given: Partial<Person> = {}): Person => ({
  confirmed: false,
  notified: false,
  left: false,
  confirms: new Map(),
  canUnsubscribe: false,
  launch: undefined,
  ...given,
});

/** Takes somebody off the list. */
export function leave(person: Person | undefined): void {
  if (person) Object.assign(person, { left: true, launch: undefined });
}

/** Puts an address on the suppression list; a stronger reason stays. */
export function suppress(state: State, email: string, reason: Suppression): void {
  const before = state.suppressed.get(email);
  if (before === undefined || strength.indexOf(reason) > strength.indexOf(before)) state.suppressed.set(email, reason);
  state.unmailable.add(email);
}

/** The real system: PostgreSQL, the form routes, and the command line in its folder. */
export type World = Awaited<ReturnType<typeof startWorld>>;

/** Starts that system with an empty database; `stop` ends it and removes its folder. */
export async function startWorld() {
  const [bench, scratch] = await Promise.all([startOutboxBench(), scratchFolder()]);
  /** Tokens of the mails that arrived: those to unsubscribe by address, those to confirm by hash. */
  const tokens = { unsubscribe: new Map<string, string>(), confirm: new Map<string, string>() };
  return {
    ...bench,
    tokens,
    keepLinks: async (to: string, text: string, header = "") => {
      const [, unsubscribe] = /\?token=(\w+)>/u.exec(header) ?? [];
      if (unsubscribe !== undefined) tokens.unsubscribe.set(to, unsubscribe);
      const [, confirm] = /#confirm=(\w+)/u.exec(text) ?? [];
      if (confirm !== undefined) tokens.confirm.set(await tokenHash(confirm), confirm);
    },
    run: (argv: string[], input = "") => cli(argv, { env: hosted(bench), folder: scratch.folder, input }),
    /** Posts JSON to a form route and returns the status. */
    post: async (path: string, body: object) => {
      const headers = { "content-type": "application/json" };
      return (await bench.request(path, { method: "POST", headers, body: JSON.stringify(body) })).status;
    },
    /** Empties the tables. */
    clear: async () => {
      await bench.empty();
      await bench.tables.letTimePass();
      for (const known of Object.values(tokens)) known.clear();
    },
    stop: async () => {
      await scratch.remove();
      await bench.stop();
    },
  };
}

const sorted = (rows: Iterable<object>) => [...rows].map((row) => JSON.stringify(row)).sort();

export async function compare(state: State, world: World): Promise<void> {
  const people = await world.sql(
    "select email, confirmed_at is not null as confirmed, notified, unsubscribed_at is not null as left from public.waitlist",
  );
  expect(sorted(people)).toEqual(
    sorted([...state.people].map(([email, { confirmed, notified, left }]) => ({ email, confirmed, notified, left }))),
  );
  const suppressed = await world.sql(
    "select email, s ->> 'reason' as reason from unnest($1::text[]) email, jsonb_array_elements(public.person_data(email) -> 'suppressions') s",
    [everybody],
  );
  expect(sorted(suppressed)).toEqual(sorted([...state.suppressed].map(([email, reason]) => ({ email, reason }))));
}
