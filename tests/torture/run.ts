import { Argument, Command } from "commander";
import { parseScript } from "../support/parseScript.ts";
import type { Figure } from "./support/figures.ts";
import { messageOf } from "../../server/lib/caught.ts";

// This breaks the embedded stack on purpose, on the loopback interface and in separate folders. It prints its
// measurements and exits with 1 if one is wrong: `npm run torture`, or a single part: `npm run torture --
// kills`.

const say = (line: string) => process.stdout.write(`${line}\n`);

const parts: Record<string, () => Promise<Figure[]>> = {
  batches: async () => (await import("./parts/batches.ts")).batches(),
  disk: async () => (await import("./parts/disk.ts")).disk(),
  kills: async () => (await import("./parts/kills.ts")).kills(),
  list: async () => (await import("./parts/list.ts")).list(),
  update: async () => (await import("./parts/update.ts")).update(),
};

const command = parseScript(
  new Command("npm run torture --")
    .description("Breaks the embedded stack on purpose; exits with 1 if a figure is off.")
    .addArgument(new Argument("[parts...]", "which, instead of all").choices(Object.keys(parts))),
);

async function run(): Promise<number> {
  let off = 0;
  for (const [name, part] of Object.entries(parts)) {
    if (command.args.length > 0 && !command.args.includes(name)) continue;
    const started = performance.now();
    say(`\n${name}`);
    const figures = await part().catch((error: unknown): Figure[] => [
      { what: "failed", value: messageOf(error), ok: false },
    ]);
    for (const { what, value, ok } of figures) say(`  ${ok ? "ok " : "OFF"}  ${what}: ${value}`);
    off += figures.filter(({ ok }) => !ok).length;
    say(`  ${((performance.now() - started) / 1000).toFixed(0)} s`);
  }
  say(off === 0 ? "\nEvery figure is as it has to be." : `\n${off} ${off === 1 ? "figure is" : "figures are"} off.`);
  return off === 0 ? 0 : 1;
}

process.exitCode = await run();
