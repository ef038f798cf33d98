import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventually } from "../support/eventually.ts";

const planted = "planted by somebody else";

/** The npm scripts that run TypeScript. */
const scripts = async (): Promise<[string, string][]> => {
  const { scripts: all } = JSON.parse(await readFile("package.json", "utf8"));
  return Object.entries<string>(all).filter(([, script]) => /\.ts\b/u.test(script));
};

describe("code that another user has put into the shared temporary folder", async () => {
  let shared: string;
  // Without what the npm script of these tests has set.
  const run = (script: string) =>
    new Promise<string>((resolve) =>
      execFile(
        "sh",
        ["-c", script],
        { env: { ...process.env, TMPDIR: shared, TSX_DISABLE_CACHE: undefined } },
        (_error, out, err) => resolve(out + err),
      ),
    );

  beforeAll(async () => {
    shared = await mkdtemp(join(tmpdir(), "keelbook-shared-"));
    // The names under which tsx looks for it. It writes them a little later than a wrong option is refused.
    await run(
      `node --import tsx -e 'await import("./tests/support/parseScript.ts"); setTimeout(() => undefined, 500)'`,
    );
    const cache = join(shared, `tsx-${process.geteuid?.()}`);
    await eventually("translations", async () => (await readdir(cache).catch(() => [])).length > 0);
    const code = `export const parseScript = () => undefined; console.log("${planted}"); process.exit(0);`;
    for (const name of await readdir(cache)) await writeFile(join(cache, name), JSON.stringify({ code, map: "" }));
  });
  afterAll(() => rm(shared, { recursive: true, force: true }));

  it("would be run by tsx", async () => {
    expect(await run("node --import tsx tests/run.ts --unknown")).toContain(planted);
  });

  it("is not run by npm test", async () => {
    const said = await run(`${new Map(await scripts()).get("test")} --unknown`);
    expect(said).not.toContain(planted);
    expect(said).toContain("unknown option '--unknown'");
  });

  it.each(await scripts())("is not run by npm run %s", (_name, script) => {
    expect(script).toMatch(/--import \.\/scripts\/typescript\.mjs/u);
  });

  it.each(["deploy/keelbook.service", "deploy/Containerfile"])("is not run by %s", async (file) => {
    const text = await readFile(file, "utf8");
    expect(text).toMatch(/\bscripts\/start\.mjs\b/u);
    expect(text).not.toContain("tsx");
  });
});
