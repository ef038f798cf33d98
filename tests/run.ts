import { execFileSync, spawn } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import { Command } from "commander";
import * as v from "valibot";
import { ensureChromium } from "./support/chromium.ts";
import { noSettings } from "./support/forgetSettings.ts";
import { makeMemoryFolder } from "./support/memoryFolder.ts";
import { parseScript } from "./support/parseScript.ts";

// This runs everything that CI runs, and ends with one line that sums up all runners. It calls the packages'
// programs by name, which npm puts on the PATH, because calling npm for each takes half a second.

parseScript(
  new Command("npm test")
    .description("Runs everything that CI runs.")
    .addHelpText(
      "after",
      "\nOne file, or a folder:  npx vitest run tests/cli/backup\nOne journey:            npx playwright test waitlist",
    ),
);

interface Count {
  passed: number;
  failed: number;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const results = "test-results";

interface Outcome {
  title: string;
  ok: boolean;
  seconds: number;
  /** Output of the program, if it was held back. */
  output: string;
}

/** Runs a program; `quiet` holds back its output. */
async function execute(
  title: string,
  command: readonly [string, ...string[]],
  { quiet = false, env = {} }: { quiet?: boolean; env?: Record<string, string> } = {},
): Promise<Outcome> {
  const [program, ...args] = command;
  const started = performance.now();
  const child = spawn(program, args, {
    stdio: quiet ? ["ignore", "pipe", "pipe"] : "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => (output += chunk.toString()));
  const code = await new Promise<number | null>((resolve) =>
    child.once("close", resolve).once("error", (error) => {
      output += error.message;
      resolve(null);
    }),
  );
  return { title, ok: code === 0, seconds: (performance.now() - started) / 1000, output };
}

const head = (title: string) => say(`\n— ${title}`);
const tell = ({ ok, seconds }: Outcome) => say(`  ${ok ? "ok" : "FAILED"} in ${seconds.toFixed(1)} s`);

async function run(title: string, command: readonly [string, ...string[]], env: Record<string, string> = {}) {
  head(title);
  const outcome = await execute(title, command, { env });
  tell(outcome);
  return outcome.ok;
}

/** Runs independent programs side by side, and prints their outputs one after the other. */
async function sideBySide(commands: Readonly<Record<string, readonly [string, ...string[]]>>): Promise<Count> {
  say(`${Object.keys(commands).join(", ")} …`);
  const started = Object.entries(commands).map(([title, command]) => execute(title, command, { quiet: true }));
  const sum: Count = { passed: 0, failed: 0 };
  for (const running of started) {
    const outcome = await running;
    head(outcome.title);
    if (outcome.output.trim()) say(outcome.output.trimEnd());
    tell(outcome);
    sum[outcome.ok ? "passed" : "failed"]++;
  }
  return sum;
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numFailedTestSuites: v.number(),
  success: v.boolean(),
});
const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number() }),
});

const readReport = <S extends v.GenericSchema>(file: string, schema: S): v.InferOutput<S> =>
  v.parse(schema, JSON.parse(readFileSync(`${results}/${file}`, "utf8")));

/** A runner that died before its report counts as one failure. */
function counted(ok: boolean, read: () => Count): Count {
  try {
    const { passed, failed } = read();
    return { passed, failed: ok ? failed : Math.max(1, failed) };
  } catch {
    return { passed: 0, failed: 1 };
  }
}

async function vitest(): Promise<Count> {
  const ok = await run(
    "Unit tests, backend contract, command line, export",
    ["vitest", "run", "--reporter=default", "--reporter=json", `--outputFile.json=${results}/vitest.json`],
    scratch,
  );
  return counted(ok, () => {
    const report = readReport("vitest.json", vitestReport);
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  });
}

async function journeys(): Promise<Count> {
  const ok = await run("Browser journeys", ["playwright", "test"], {
    ...scratch,
    CHROMIUM_PATH: ensureChromium(say),
  });
  return counted(ok, () => {
    const { stats } = readReport("journeys.json", playwrightReport);
    return { passed: stats.expected, failed: stats.unexpected };
  });
}

const memory = makeMemoryFolder();
// Every database is 300 files in the temporary folder; creating them on a disk takes a tenth of all processor time.
const scratch: Record<string, string> = {
  ...(memory ? { TMPDIR: memory, PREPARED_FOLDER: `${memory}/prepared` } : {}),
  BUNDLED_FOR_TESTS: "yes",
};
// The build needs this, too.
Object.assign(process.env, noSettings);
rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
execFileSync("npm", ["run", "--silent", "prepare"], { stdio: "inherit" });
const counts = [
  await sideBySide({
    Types: ["tsc"],
    Format: ["oxfmt", "--check"],
    Lint: ["oxlint", "--deny-warnings"],
    Build: ["node", "scripts/build.mjs"],
  }),
  await vitest(),
  await journeys(),
];
const sum = counts.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }));
say(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;
