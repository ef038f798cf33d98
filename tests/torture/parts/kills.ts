import { setTimeout as sleep } from "node:timers/promises";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { type Figure, figure, note, percentile, tally } from "../support/figures.ts";
import { withBench } from "../support/part.ts";
import { killIfThere, postgresOf } from "../support/stackProcess.ts";
import { keepVisiting } from "../support/visitors.ts";

const stackKills = 20;
const postgresKills = 10;

/** Longest time of killing the stack, in ms: the whole run has to end within a quarter of an hour on any machine. */
const longest = 5 * 60_000;

/** Every fifth kill of PostgreSQL hits the postmaster, the others one of its children. */
const postmasterEvery = 5;

/** Longest time until a stack is healthy again after a process of its database was killed, in ms. */
const recovery = 30_000;

const isWell = async (url: string): Promise<boolean> =>
  fetch(`${url}${formsBasePath}/health`, { signal: AbortSignal.timeout(5000) }).then(
    ({ ok }) => ok,
    () => false,
  );

/** Sends SIGKILL to the stack, and to processes of its PostgreSQL, while people join and apply. */
export const kills = (): Promise<Figure[]> =>
  withBench(async (bench) => {
    const { dataFolder, stack, restart } = bench;
    const visiting = keepVisiting(bench, 6);
    const starts: number[] = [];
    const failures: string[] = [];
    const begun = performance.now();
    while (starts.length + failures.length < stackKills && performance.now() - begun < longest) {
      await sleep(100 + Math.random() * 500);
      await stack().end("SIGKILL");
      await restart().then(
        ({ startedIn }) => starts.push(startedIn),
        (error: Error) =>
          failures.push(error.message.split("\n").find((line) => line.includes("Error:")) ?? error.message),
      );
    }
    if (!stack().lives()) await restart();
    const recoveries: number[] = [];
    const victims: string[] = [];
    let ended = 0;
    for (let n = 0; n < postgresKills && performance.now() - begun < 2 * longest; n++) {
      await sleep(200 + Math.random() * 300);
      const [postmaster, ...others] = await postgresOf(dataFolder);
      const victim =
        n % postmasterEvery === postmasterEvery - 1 ? postmaster : others[Math.floor(Math.random() * others.length)];
      // Some processes end by themselves before the signal; then another one is chosen.
      if (!victim || !killIfThere(victim.pid)) {
        n--;
        continue;
      }
      victims.push(victim === postmaster ? "postmaster" : victim.title.replace(/^postgres: (\w+(?: \w+)?).*$/u, "$1"));
      const since = performance.now();
      // The health check caches its result for a third of a second.
      await sleep(500);
      while (!(await isWell(stack().url)) && performance.now() - since < recovery && stack().lives()) await sleep(50);
      recoveries.push(performance.now() - since);
      if (stack().lives()) continue;
      ended++;
      await restart();
    }
    await visiting.stop();
    return [
      note(
        "kills of the stack",
        `${starts.length + failures.length} of ${stackKills} within ${longest / 60_000} minutes`,
      ),
      figure("restarts after them", starts.length, failures.length === 0 && starts.length > 0),
      note("restarts that failed", failures.join("; ") || "none"),
      note(
        "their start, median and longest",
        `${Math.round(percentile(starts, 0.5))} ms, ${Math.round(percentile(starts, 1))} ms`,
      ),
      note("processes of PostgreSQL killed", tally(victims)),
      figure(
        "stacks that ended with their database, and started again",
        ended,
        ended <= victims.filter((title) => title === "postmaster").length,
      ),
      figure(
        "well again, median and longest",
        `${Math.round(percentile(recoveries, 0.5))} ms, ${Math.round(percentile(recoveries, 1))} ms`,
        recoveries.length === postgresKills && recoveries.every((ms) => ms < recovery),
      ),
      note("answers", tally(visiting.sent.map(({ status }) => status || "connection lost"))),
    ];
  });
