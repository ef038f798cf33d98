import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { type Act, announce, confirm, erase, importLine, join, report, unsubscribe } from "./model/acts.ts";
import { fates, retryNow, send, settle } from "./model/sending.ts";
import { compare, everybody, newState, type State, startWorld, type World } from "./model/state.ts";

/**
 * Seed and number of runs. To search further: `MODEL_SEED=7 MODEL_RUNS=500 npx vitest run
 * tests/contract/model.test.ts`.
 */
const { MODEL_SEED = "20261123", MODEL_RUNS = "5" } = process.env;

/** Longest time of a run on a busy machine, in ms. */
const timeOfRun = 30_000;

/** Makes commands of the drawn arguments; each prints its arguments. */
function acts<T extends unknown[]>(act: (...drawn: T) => Act, ...drawn: { [K in keyof T]: fc.Arbitrary<T[K]> }) {
  return fc.tuple<T>(...drawn).map((values): fc.AsyncCommand<State, World> => ({
    check: () => true,
    run: async (state, world) => {
      await act(...values)(state, world);
      await compare(state, world);
    },
    toString: () => `${act.name}(${JSON.stringify(values).slice(1, -1)})`,
  }));
}

const email = fc.constantFrom(...everybody);
const sending = acts(
  (drawn) => (state, world) => send(state, world, (n) => drawn[n] ?? "taken"),
  fc.array(fc.constantFrom(...fates), { maxLength: 4 }),
);
const joining = acts(join, email, fc.boolean());
const confirming = acts(confirm, email, fc.nat(5));

/** Everything that people may do. Acts that lead to further states are drawn more often. */
const commands = fc.commands(
  [
    joining,
    joining,
    sending,
    sending,
    confirming,
    confirming,
    acts(() => (_, world) => retryNow(world)),
    acts(unsubscribe, email),
    acts(announce, fc.constantFrom(undefined, 1)),
    acts(erase, email),
    acts(report, email, fc.constantFrom("bounced", "complained")),
    acts(importLine, email, fc.constantFrom("subscribed", "unsubscribed", "bounced", "complained"), fc.boolean()),
  ],
  { maxCommands: 40, size: "max" },
);

describe("whatever visitors, operators and providers do", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    return () => world.stop();
  });

  it("leaves the lists and the mails as promised", { timeout: Number(MODEL_RUNS) * timeOfRun }, async () => {
    const checked = fc.assert(
      fc.asyncProperty(commands, async (drawn) => {
        await world.clear();
        const state = newState();
        await fc.asyncModelRun(() => ({ model: state, real: world }), drawn);
        await settle(state, world);
        await compare(state, world);
      }),
      { seed: Number(MODEL_SEED), numRuns: Number(MODEL_RUNS) },
    );
    await expect(checked).resolves.toBeUndefined();
  });
});
