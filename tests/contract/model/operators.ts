import { expect } from "vitest";
import type { ApplicationStatus } from "../../../server/contract/limits.ts";
import { settle } from "./compare.ts";
import type { Act } from "./people.ts";
import { leave, suppress } from "./state.ts";

/** Decides on the nth application, or reopens it. */
export const decide =
  (verb: "accept" | "decline" | "reopen", nth: number, operator: string): Act =>
  async (state, world) => {
    const [id, application] = [...state.applications][nth % Math.max(1, state.applications.size)] ?? [];
    if (id === undefined || !application) return;
    const results = { accept: "accepted", decline: "declined", reopen: "pending" } as const;
    const to: ApplicationStatus = results[verb];
    const { code } = await world.run(["beta", verb, id, "--as", operator]);
    const allowed = application.status !== to && [application.status, to].includes("pending");
    if (!allowed) return expect([0, 1]).toContain(code);
    expect(code).toBe(0);
    Object.assign(application, { status: to, decidedHere: true });
  };

/** Announces the launch or an update to the list. */
export const notify =
  (what: "launch" | "update", wave: number | undefined): Act =>
  async (state, world) => {
    await world.write("may.md", "# Invoices are done\n\nYou can send *invoices*.\n");
    const argv = ["notify", what, ...(what === "update" ? ["may.md"] : []), ...(wave ? ["--wave", String(wave)] : [])];
    const name = async () =>
      (await world.sql<{ hash: string }>("select hash from public.email_updates"))[0]?.hash ?? "update";
    const due = [...state.people].filter(
      ([email, person]) =>
        person.confirmed &&
        person.leftOn === undefined &&
        !state.suppressed.has(email) &&
        (what === "launch" ? !person.notified : !person.toldUpdate),
    );
    expect(await world.run([...argv, "--yes"])).toMatchObject({ code: 0 });
    const told = await world.sql<{ email: string }>(
      what === "launch"
        ? "select email from public.waitlist where notified"
        : "select email from public.email_update_recipients",
    );
    const chosen = due.filter(([email]) => told.some((row) => row.email === email));
    expect(chosen).toHaveLength(Math.min(wave ?? due.length, due.length));
    for (const [, person] of chosen) {
      if (what === "launch") person.notified = true;
      else person.toldUpdate = true;
      person.news.set(what === "launch" ? "launch" : await name(), new Set());
    }
  };

/** Ends the beta: no application remains, and nobody is owed a mail about one. */
export const endBeta = (): Act => async (state, world) => {
  expect(await world.run(["beta", "erase", "--yes"])).toMatchObject({ code: 0 });
  state.applications.clear();
};

/** Erases a person: nothing that contains their address remains. */
export const erase =
  (email: string): Act =>
  async (state, world) => {
    const { code } = await world.run(["erase", email, "--yes"]);
    const ids = [...state.applications].flatMap(([id, one]) => (one.email === email ? [id] : []));
    if (code !== 0) return expect([state.people.has(email), ids]).toEqual([false, []]);
    state.people.delete(email);
    for (const id of ids) state.applications.delete(id);
    state.asked.delete(email);
    suppress(state, email, "erased");
    state.erased.add(email);
    const tables = await world.sql<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')",
    );
    const traces = tables.map(({ name }) => `select '${name}' as name from ${name} t where strpos(t::text, $1) > 0`);
    expect(await world.sql(traces.join(" union all "), [email])).toEqual([]);
  };

/** Records something that happened outside: that a person unsubscribed, or was told of the launch. */
export const mark =
  (email: string, event: "unsubscribe" | "notified"): Act =>
  async (state, world) => {
    const { code } = await world.run([event, email]);
    const person = state.people.get(email);
    expect(code === 0).toBe(person !== undefined);
    if (event === "unsubscribe") leave(person, state.today);
    else if (person) person.notified = true;
  };

/** A provider reports a bounce or a complaint. */
export const report =
  (email: string, event: "bounced" | "complained"): Act =>
  async (state, world) => {
    const [known] = await world.sql<{ n: number }>("select public.record_email_event($1, $2) as n", [
      event,
      JSON.stringify([email]),
    ]);
    if (known?.n === 0) return expect(state.people.has(email)).toBe(false);
    suppress(state, email, event);
    leave(state.people.get(email), state.today);
  };

/** Does what a restore does to the mails that were waiting when the backup was made. */
export const hold: Act = async (_state, world) =>
  void (await world.sql(
    "update public.email_outbox set dead_at = now(), leased_until = null, last_error = 'restored' where sent_at is null and dead_at is null",
  ));

/** Lets days pass, sends the mails due, and removes what the retention rules no longer keep. */
export const pass =
  (days: number): Act =>
  async (state, world) => {
    if (days > 1) await settle(state, world);
    await world.pass(days);
    state.today += days;
    expect(await world.run(["prune", "--mails-after", "90"])).toMatchObject({ code: 0 });
    const kept = new Set((await world.sql<{ email: string }>("select email from public.waitlist")).map((r) => r.email));
    for (const [email, person] of state.people) {
      const left = person.leftOn !== undefined && state.today - person.leftOn >= 90;
      for (const [hash, { until }] of person.confirms) if (until <= state.today) person.confirms.delete(hash);
      if (kept.has(email) && !left) continue;
      const unconfirmed = !person.confirmed && !person.notified && state.today - (person.askedOn ?? Infinity) >= 30;
      expect({ email, left, mayGo: left || unconfirmed }).toMatchObject({ mayGo: true });
      state.people.delete(email);
      if (!left) state.asked.delete(email);
      if (left || person.leftBefore) suppress(state, email, "unsubscribed");
    }
    // Old mails are deleted, and with them the record of what the applicant was told (docs/decisions/0154).
    if (days >= 90) for (const one of state.applications.values()) one.decidedHere = false;
  };
