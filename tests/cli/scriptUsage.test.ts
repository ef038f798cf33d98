import { execFile } from "node:child_process";
import { cp, mkdir, symlink } from "node:fs/promises";
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
  it.each([
    ["scripts/build.mjs", "The build"],
    ["scripts/start.mjs", "npm start"],
    ["scripts/prelaunch.mjs", "The command line"],
  ])("%s", async (program, who) => {
    const { folder, remove } = await scratchFolder();
    onTestFinished(remove);
    await cp("scripts", join(folder, "scripts"), { recursive: true });
    const { code, err } = await refused([program], folder);
    expect(err).toBe(`${who} needs the package esbuild, which is not installed. Install all of them: npm ci\n`);
    expect(code).toBe(1);
    // As after an `npm ci` that was interrupted.
    await mkdir(join(folder, "node_modules"));
    for (const name of ["esbuild", "@esbuild"])
      await symlink(join(process.cwd(), "node_modules", name), join(folder, "node_modules", name));
    await cp("package.json", join(folder, "package.json"));
    const { err: half } = await refused([program], folder);
    expect(half).toMatch(
      new RegExp(`^${who} needs the package \\S+, which is not installed\\. Install all of them: npm ci\n$`, "u"),
    );
  });
});
