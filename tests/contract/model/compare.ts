import { parse } from "csv-parse/sync";
import { expect } from "vitest";
import { send } from "./sending.ts";
import type { State } from "./state.ts";
import { everybody, type World } from "./world.ts";

const byEmail = <T extends { email: string }>(rows: T[]) => rows.sort((a, b) => (a.email < b.email ? -1 : 1));

const peopleOf = (state: State) =>
  byEmail(
    [...state.people].map(([email, { confirmed, notified, leftOn }]) => ({
      email,
      confirmed,
      notified,
      left: leftOn !== undefined,
    })),
  );

/** Compares the tables with the model. */
export async function compare(state: State, world: World): Promise<void> {
  const people = await world.sql<{ email: string }>(
    "select email, confirmed_at is not null as confirmed, notified, unsubscribed_at is not null as left from public.waitlist",
  );
  expect(byEmail(people)).toEqual(peopleOf(state));
  const applications = await world.sql("select id, email, status from public.beta_applications order by id");
  expect(applications).toEqual(
    [...state.applications]
      .map(([id, { email, status }]) => ({ id, email, status }))
      .sort((a, b) => (a.id < b.id ? -1 : 1)),
  );
  const suppressed = await world.sql<{ email: string; reason: string }>(
    "select email, s ->> 'reason' as reason from unnest($1::text[]) email, jsonb_array_elements(public.person_data(email) -> 'suppressions') s",
    [everybody],
  );
  expect(byEmail(suppressed)).toEqual(byEmail([...state.suppressed].map(([email, reason]) => ({ email, reason }))));
}

/** Compares what an operator sees with the model: the exports and the totals. */
export async function compareReports(state: State, world: World): Promise<void> {
  const rows = async (subject: string): Promise<Record<string, string>[]> =>
    parse((await world.run(["export", subject, "--format", "csv", "--out", "-"])).out, { columns: true, bom: true });
  const people = peopleOf(state);
  const exported = (await rows("waitlist")).map(({ email = "", confirmed_at, notified, unsubscribed_at }) => ({
    email,
    confirmed: confirmed_at !== "",
    notified: notified === "true",
    left: unsubscribed_at !== "",
  }));
  expect(byEmail(exported)).toEqual(people);
  const applications = await rows("beta");
  expect(applications.map(({ id }) => id).sort()).toEqual([...state.applications.keys()].sort());
  const stats = JSON.parse((await world.run(["stats", "--json"])).out);
  expect(stats.waitlist).toMatchObject({
    total: people.length,
    notified: people.filter(({ notified }) => notified).length,
    confirmed: people.filter(({ confirmed }) => confirmed).length,
    unsubscribed: people.filter(({ left }) => left).length,
  });
}

/** Sends every mail that can be sent, and checks that nobody is still owed one. */
export async function settle(state: State, world: World): Promise<void> {
  await world.run(["mail", "retry"]);
  await world.sql("update public.email_outbox set not_before = now(), leased_until = null");
  await send(state, world, () => "taken");
  expect(await world.rows("sent_at is null and dead_at is null")).toEqual([]);
  for (const [email, { news, promised }] of state.people) {
    if (state.unmailable.has(email)) continue;
    expect({ email, promised }).toEqual({ email, promised: false });
    for (const [name, told] of news) expect({ email, name, mails: told.size }).toEqual({ email, name, mails: 1 });
  }
  for (const { email, status, decidedHere, heard } of state.applications.values()) {
    if (status === "pending" || !decidedHere || state.unmailable.has(email)) continue;
    expect({ email, heard: [...heard] }).toEqual({ email, heard: [status] });
  }
}
