import { expect } from "vitest";
import { leave, newPerson, type State, suppress, type World } from "./state.ts";

/** One act of a person, applied to the system and to the model. */
export type Act = (state: State, world: World) => Promise<void>;

/** Joins through the page, in any spelling of the address. */
export const join =
  (email: string, loud: boolean): Act =>
  async (state, world) => {
    const typed = loud ? email.toUpperCase() : email;
    const status = await world.post("/waitlist", { email: typed, captcha: await world.solveCaptcha() });
    const before = state.people.get(email);
    const returned = state.suppressed.get(email);
    if (returned === "complained" || (before && !before.left)) return expect(status).toBe(409);
    // A mailbox gets three mails a week; a person whose mail bounced more often is not asked again.
    if (returned === "bounced" && status === 409) return;
    expect(status).toBe(201);
    if (before) Object.assign(before, { confirmed: false, notified: false, left: false, launch: undefined });
    else state.people.set(email, newPerson());
    state.suppressed.delete(email);
  };

/** Follows the nth confirmation link that was delivered to this person. */
export const confirm =
  (email: string, nth: number): Act =>
  async (state, world) => {
    const person = state.people.get(email);
    const arrived = [...(person?.confirms ?? [])].filter(([hash]) => world.tokens.confirm.has(hash));
    const [hash, used] = arrived[nth % arrived.length] ?? [];
    if (!person || hash === undefined) return;
    const good = !person.left && (!used || person.confirmed);
    expect(await world.post("/confirm", { token: world.tokens.confirm.get(hash) })).toBe(good ? 200 : 410);
    if (!good || used) return;
    person.confirms.set(hash, true);
    person.confirmed = true;
  };

/** Follows the unsubscribe link, which is the same in every mail. */
export const unsubscribe =
  (email: string): Act =>
  async (state, world) => {
    const token = world.tokens.unsubscribe.get(email);
    if (token === undefined) return;
    const person = state.people.get(email);
    expect(await world.post("/unsubscribe", { token })).toBe(person?.canUnsubscribe ? 204 : 410);
    if (person?.canUnsubscribe) leave(person);
  };

/** Announces the launch to everybody who is due, or to one of them. */
export const announce =
  (wave: number | undefined): Act =>
  async (state, world) => {
    const due = [...state.people].filter(
      ([email, { confirmed, left, notified }]) => confirmed && !left && !notified && !state.suppressed.has(email),
    );
    const most = wave === undefined ? [] : ["--wave", String(wave)];
    expect(await world.run(["notify", "launch", "--yes", ...most])).toMatchObject({ code: 0 });
    const notified = await world.sql<{ email: string }>("select email from public.waitlist where notified");
    const chosen = due.filter(([email]) => notified.some((row) => row.email === email));
    expect(chosen).toHaveLength(Math.min(wave ?? due.length, due.length));
    for (const [, person] of chosen) Object.assign(person, { notified: true, launch: new Set() });
  };

/** Erases a person: nothing that contains their address remains. */
export const erase =
  (email: string): Act =>
  async (state, world) => {
    const { code } = await world.run(["erase", email, "--yes"]);
    if (code !== 0) return expect(state.people.has(email)).toBe(false);
    state.people.delete(email);
    suppress(state, email, "erased");
    const tables = await world.sql<{ name: string }>(
      "select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname in ('public', 'auth')",
    );
    const traces = tables.map(({ name }) => `select '${name}' as name from ${name} t where strpos(t::text, $1) > 0`);
    expect(await world.sql(traces.join(" union all "), [email])).toEqual([]);
  };

/** A provider reports a bounce or a complaint. */
export const report =
  (email: string, event: "bounced" | "complained"): Act =>
  async (state, world) => {
    const call = "select public.record_email_event($1, $2) as known";
    const [{ known } = {}] = await world.sql<{ known?: number }>(call, [event, JSON.stringify([email])]);
    if (known === 0) return expect(state.people.has(email)).toBe(false);
    suppress(state, email, event);
    leave(state.people.get(email));
  };

/** Imports a line of a provider's list. It never brings back a person who left, was erased or must not be mailed. */
export const importLine =
  (email: string, status: "subscribed" | "unsubscribed" | "bounced" | "complained", confirmed: boolean): Act =>
  async (state, world) => {
    const list = `email,status,confirmed_at\n${email},${status},${confirmed ? "2026-01-02T03:04:05Z" : ""}\n`;
    expect(await world.run(["import", "waitlist", "-"], list)).toMatchObject({ code: 0 });
    const before = state.people.get(email);
    if (status === "bounced" || status === "complained") suppress(state, email, status);
    if (status !== "subscribed") leave(before);
    if (before || state.suppressed.has(email)) return;
    state.people.set(email, newPerson({ confirmed, left: status === "unsubscribed" }));
  };
