import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync } from "node:fs";
import * as v from "valibot";
import { ensureChromium } from "./support/chromium.ts";

// Everything CI runs, one step after the other; ends with one line that sums up all runners.

interface Count {
  passed: number;
  failed: number;
}

const say = (line: string) => process.stdout.write(`${line}\n`);
const results = "test-results";

function run(title: string, program: string, args: string[], env: Record<string, string> = {}): boolean {
  say(`\n— ${title}`);
  const started = performance.now();
  const { status } = spawnSync(program, args, {
    stdio: "inherit",
    env: { ...process.env, ...env },
    shell: process.platform === "win32",
  });
  say(`  ${status === 0 ? "ok" : "FAILED"} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
  return status === 0;
}

const vitestReport = v.object({
  numPassedTests: v.number(),
  numFailedTests: v.number(),
  numFailedTestSuites: v.number(),
  success: v.boolean(),
});
const playwrightReport = v.object({
  stats: v.object({ expected: v.number(), unexpected: v.number(), flaky: v.number() }),
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

const step = (title: string, program: string, args: string[]): Count =>
  run(title, program, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };

function vitest(): Count {
  const ok = run("Unit tests, backend contract, command line, export", "npx", [
    "vitest",
    "run",
    "--reporter=default",
    "--reporter=json",
    `--outputFile.json=${results}/vitest.json`,
  ]);
  return counted(ok, () => {
    const report = readReport("vitest.json", vitestReport);
    return { passed: report.numPassedTests, failed: report.numFailedTests };
  });
}

function journeys(): Count {
  const ok = run("Browser journeys", "npx", ["playwright", "test"], { CHROMIUM_PATH: ensureChromium(say) });
  return counted(ok, () => {
    const { stats } = readReport("journeys.json", playwrightReport);
    return { passed: stats.expected + stats.flaky, failed: stats.unexpected };
  });
}

rmSync(results, { recursive: true, force: true });
mkdirSync(results, { recursive: true });
const counts = [
  step("Types", "npx", ["tsc"]),
  step("Format", "npx", ["oxfmt", "--check"]),
  step("Lint", "npx", ["oxlint", "--deny-warnings"]),
  step("Build", "npm", ["run", "build", "--silent"]),
  vitest(),
  journeys(),
];
const sum = counts.reduce((all, one) => ({ passed: all.passed + one.passed, failed: all.failed + one.failed }));
say(`\n${sum.passed} passed, ${sum.failed} failed`);
process.exitCode = sum.failed === 0 ? 0 : 1;
