import { execFile } from "node:child_process";
import { describe, expect, it } from "vitest";

/** Runs a program with an argument that it does not know. */
const refused = (program: readonly string[]): Promise<{ code: unknown; err: string }> =>
  new Promise((resolve) =>
    execFile(process.execPath, [...program, "--fast"], (error, _out, err) => resolve({ code: error?.code, err })),
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
