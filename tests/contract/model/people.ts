import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { leave, lift, newPerson, type State } from "./state.ts";
import type { World } from "./world.ts";

/** One thing that somebody does, both to the system and to the model. */
export type Act = (state: State, world: World) => Promise<void>;

/** Whether a confirmation mail is owed: at most once in ten minutes, unless they confirmed since, and three times a week. */
function askToConfirm(state: State, email: string): boolean {
  const days = state.asked.get(email) ?? [];
  const person = state.people.get(email);
  const asked =
    (!days.includes(state.today) || person?.answered === true) &&
    days.filter((day) => day > state.today - 7).length < 3;
  if (asked) state.asked.set(email, [...days, state.today]);
  if (asked && person) person.answered = false;
  return asked;
}

/** Joins through the page, in any spelling of the address. */
export const join =
  (email: string, spelled: string, source: string | undefined): Act =>
  async (state, world) => {
    const status = await world.json("/waitlist", { email: spelled, captcha: await world.solveCaptcha(), source });
    const before = state.people.get(email);
    const returned = state.suppressed.get(email);
    if (returned === "complained") return expect(status).toBe(409);
    // Three mails a week are enough for any mailbox.
    if (returned === "bounced" && status === 409) return;
    if (before && before.leftOn === undefined) {
      expect(status).toBe(409);
      if (!before.confirmed) askToConfirm(state, email);
      return;
    }
    expect(status).toBe(201);
    const promised = askToConfirm(state, email);
    if (before) {
      before.news.delete("launch");
      before.toldUpdate &&= before.mayKnowUpdate;
      Object.assign(before, { confirmed: false, notified: false, leftOn: undefined, askedOn: state.today, promised });
    } else {
      state.people.set(email, newPerson({ askedOn: state.today, promised }));
    }
    lift(state, email, ["erased", "unsubscribed", "bounced"]);
  };

/** Applies for the beta. */
export const apply =
  (email: string): Act =>
  async (state, world) => {
    const id = randomUUID();
    const status = await world.json("/beta", {
      name: "Ada",
      email,
      role: "other",
      reason: "x",
      submissionId: id,
      captcha: await world.solveCaptcha(),
    });
    const open = [...state.applications.values()].filter((one) => one.email === email && one.status === "pending");
    expect(status).toBe(open.length >= 5 ? 429 : 201);
    if (status !== 201) return;
    state.applications.set(id, { email, status: "pending", decidedHere: false, heard: new Set() });
    lift(state, email, ["erased", "bounced"]);
  };

/** Follows the nth confirmation link that was delivered to this person. */
export const confirm =
  (email: string, nth: number): Act =>
  async (state, world) => {
    const person = state.people.get(email);
    const arrived = [...(person?.confirms ?? [])].filter(([hash]) => world.confirmTokens.has(hash));
    const [hash = "", link] = arrived[nth % arrived.length] ?? [];
    const token = world.confirmTokens.get(hash);
    if (!person || token === undefined || !link) return;
    const stays = person.leftOn === undefined;
    const good = stays && (link.spent ? person.confirmed : link.until > state.today);
    expect(await world.json("/confirm", { token })).toBe(good ? 204 : 410);
    if (!good || link.spent) return;
    link.spent = true;
    Object.assign(person, { confirmed: true, answered: true, promised: false, leftBefore: false });
  };

/** Follows the unsubscribe link, which is the same in every mail. */
export const unsubscribe =
  (email: string): Act =>
  async (state, world) => {
    const token = world.unsubscribeTokens.get(email);
    if (token === undefined) return;
    const person = state.people.get(email);
    const good = person?.unsubscribe !== undefined && person.unsubscribe.until > state.today;
    expect(await world.json("/unsubscribe", { token })).toBe(good ? 204 : 410);
    if (good) leave(person, state.today);
  };
