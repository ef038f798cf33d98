import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { commands } from "./model/commands.ts";
import { compareReports, settle } from "./model/compare.ts";
import { newState } from "./model/state.ts";
import { startWorld, type World } from "./model/world.ts";

/** Search further with another seed and more runs: `MODEL_SEED=7 MODEL_RUNS=500 npx vitest run tests/contract/model.test.ts`. */
const { MODEL_SEED = "20261123", MODEL_RUNS = "8" } = process.env;

/** Longest time of a run on a busy machine, in ms. */
const timeOfRun = 15_000;

describe("whatever visitors, operators, providers and time do", () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
    return () => world.stop();
  });

  it(
    "leaves the lists, the mails and the reports as promised",
    { timeout: Number(MODEL_RUNS) * timeOfRun },
    async () => {
      const checked = fc.assert(
        fc.asyncProperty(commands(40), async (drawn) => {
          await world.clear();
          const state = newState();
          await fc.asyncModelRun(() => ({ model: state, real: world }), drawn);
          await settle(state, world);
          await compareReports(state, world);
        }),
        { seed: Number(MODEL_SEED), numRuns: Number(MODEL_RUNS) },
      );
      await expect(checked).resolves.toBeUndefined();
    },
  );
});
