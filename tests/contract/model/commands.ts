import fc from "fast-check";
import { compare } from "./compare.ts";
import { bringBack, importList, keep } from "./files.ts";
import { decide, endBeta, erase, hold, mark, notify, pass, report } from "./operators.ts";
import { type Act, apply, confirm, join, unsubscribe } from "./people.ts";
import { fates, send } from "./sending.ts";
import type { State } from "./state.ts";
import { comeBack, waver } from "./stories.ts";
import { everybody, type World } from "./world.ts";

/** A command of the model-based test: the act, and the comparison after it. */
const command = (name: string, act: Act): fc.AsyncCommand<State, World> => ({
  check: () => true,
  run: async (state, world) => {
    await act(state, world);
    await compare(state, world);
  },
  toString: () => name,
});

const email = fc.constantFrom(...everybody);
const nth = fc.nat(5);
const fate = fc.constantFrom(...fates);
const spelled = (loud: boolean) => (text: string) => (loud ? text.toUpperCase() : text);
const line = fc.record({
  email,
  standing: fc.constantFrom("subscribed", "unsubscribed", "bounced", "complained"),
  confirmed: fc.boolean(),
});
const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 3, selector: (one) => one.email });
const operator = fc.constantFrom("grace", "hugo");

/** Makes commands of the drawn arguments; each prints its arguments. */
function acts<T extends unknown[]>(
  name: string,
  act: (...drawn: T) => Act,
  ...drawn: { [K in keyof T]: fc.Arbitrary<T[K]> }
) {
  return fc
    .tuple<T>(...drawn)
    .map((values) => command(`${name}(${JSON.stringify(values).slice(1, -1)})`, act(...values)));
}

/** Everything that anybody may do. Acts that lead to further states are drawn more often. */
export const commands = (maxCommands: number) => {
  const joining = acts(
    "join",
    (who, loud, source) => join(who, spelled(loud)(who), source),
    email,
    fc.boolean(),
    fc.constantFrom(undefined, "friend"),
  );
  const sending = acts(
    "send",
    (drawn) => (state, world) => send(state, world, (n) => drawn[n] ?? "taken"),
    fc.array(fate, { maxLength: 4 }),
  );
  const later = acts("retry", () => async (_state, world) => {
    await world.sql("update public.email_outbox set not_before = now(), leased_until = null");
  });
  return fc.commands(
    [
      joining,
      joining,
      sending,
      sending,
      later,
      acts("apply", apply, email),
      acts("confirm", confirm, email, nth),
      acts("confirm", confirm, email, nth),
      acts("unsubscribe", unsubscribe, email),
      acts("decide", decide, fc.constantFrom("accept", "decline", "reopen"), nth, operator),
      acts("decide", decide, fc.constantFrom("accept", "decline", "reopen"), nth, operator),
      acts("notify", notify, fc.constantFrom("launch", "update"), fc.constantFrom(undefined, 1)),
      acts(
        "waver",
        waver,
        nth,
        fc.array(fc.tuple(fc.constantFrom("accept", "decline"), fate), { minLength: 2, maxLength: 4 }),
      ),
      acts("comeBack", comeBack, email, fate),
      acts("erase", erase, email),
      acts("endBeta", endBeta),
      acts("mark", mark, email, fc.constantFrom("unsubscribe", "notified")),
      acts("report", report, email, fc.constantFrom("bounced", "complained")),
      acts("import", (given, loud) => importList(given, spelled(loud)), lines, fc.boolean()),
      acts("keep", () => keep),
      acts("bringBack", () => bringBack),
      acts("hold", () => hold),
      acts("mailRetry", () => async (_state, world) => void (await world.run(["mail", "retry"]))),
      acts("pass", pass, fc.constantFrom(1, 31, 91)),
    ],
    { maxCommands, size: "max" },
  );
};
