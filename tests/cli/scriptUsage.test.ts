import { execFile } from "node:child_process";
import { cp } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { scratchFolder } from "./terminal.ts";

/** Runs a program with an argument that it does not know. */
const refused = (program: readonly string[], folder = process.cwd()): Promise<{ code: unknown; err: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, [...program, "--fast"], { cwd: folder }, (error, _out, err) =>
      resolve({ code: error?.code, err }),
    ),
  );

describe("a wrong argument of an npm script is told with what there is, of", () => {
  it.each([
    ["build", ["scripts/build.mjs"], "Usage: npm run build -- "],
    ["bench", ["--import", "./scripts/typescript.mjs", "tests/bench/run.ts"], "Usage: npm run bench -- "],
    ["torture", ["--import", "./scripts/typescript.mjs", "tests/torture/run.ts"], "Usage: npm run torture -- "],
    ["test", ["--import", "./scripts/typescript.mjs", "tests/run.ts"], "Usage: npm test"],
  ])("%s", async (_name, program, usage) => {
    const { code, err } = await refused(program);
    expect(err).toMatch(/unknown option '--fast'/iu);
    expect(err).toContain(usage);
    expect(err).not.toContain("    at ");
    expect(code).toSatisfy((value: number) => value > 0);
  });
});

describe("a checkout in which nothing is installed is told so in one line, by", () => {
  it.each(["scripts/build.mjs", "scripts/start.mjs", "scripts/prelaunch.mjs", "scripts/bundle.mjs"])(
    "%s",
    async (program) => {
      const { folder, remove } = await scratchFolder();
      onTestFinished(remove);
      await cp("scripts", join(folder, "scripts"), { recursive: true });
      const { code, err } = await refused([program], folder);
      expect(err).toMatch(/^.+: npm ci\n$/u);
      expect(code).toBe(1);
    },
  );
});
