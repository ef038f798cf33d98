import { parseArgs } from "node:util";
import { clock } from "./parts/clock.ts";
import { disk } from "./parts/disk.ts";
import { kills } from "./parts/kills.ts";
import { launch } from "./parts/launch.ts";
import { mail } from "./parts/mail.ts";
import { notify } from "./parts/notify.ts";
import { races } from "./parts/races.ts";
import { restores } from "./parts/restores.ts";
import { slow } from "./parts/slow.ts";
import type { Figure } from "./support/figures.ts";

// Breaks the embedded stack on purpose, on the loopback interface and in its own folders. Prints its measurements and
// exits with 1 if one is wrong: `npm run torture`, or a single part: `npm run torture -- kills`.

const say = (line: string) => process.stdout.write(`${line}\n`);

const { values, positionals } = parseArgs({
  options: { seconds: { type: "string", default: "300" }, seed: { type: "string", default: "20261123" } },
  allowPositionals: true,
});

const parts: Record<string, () => Promise<Figure[]>> = {
  clock,
  slow,
  disk,
  kills,
  mail,
  notify,
  restores,
  races: () => races(Number(values.seed)),
  launch: () => launch(Number(values.seconds)),
};

async function run(): Promise<number> {
  const unknown = positionals.find((name) => !(name in parts));
  if (unknown !== undefined || !(Number(values.seconds) >= 10) || !Number.isSafeInteger(Number(values.seed))) {
    say(`Usage: npm run torture -- [${Object.keys(parts).join("] [")}] [--seconds <length of launch, at least 10>]`);
    say("                          [--seed <whole number, for races>]");
    return 2;
  }
  let off = 0;
  for (const [name, part] of Object.entries(parts)) {
    if (positionals.length > 0 && !positionals.includes(name)) continue;
    const started = performance.now();
    say(`\n${name}`);
    const figures = await part().catch((error: unknown): Figure[] => [
      { what: "failed", value: error instanceof Error ? error.message : String(error), ok: false },
    ]);
    for (const { what, value, ok } of figures) say(`  ${ok ? "ok " : "OFF"}  ${what}: ${value}`);
    off += figures.filter(({ ok }) => !ok).length;
    say(`  ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  say(off === 0 ? "\nEvery figure is as it has to be." : `\n${off} ${off === 1 ? "figure is" : "figures are"} off.`);
  return off === 0 ? 0 : 1;
}

process.exitCode = await run();
