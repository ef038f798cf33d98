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
  const run = (script: string) =>
    new Promise<string>((resolve) =>
      execFile("sh", ["-c", script], { env: { ...process.env, TMPDIR: shared } }, (_error, out, err) =>
        resolve(out + err),
      ),
    );

  beforeAll(async () => {
    shared = await mkdtemp(join(tmpdir(), "keelbook-shared-"));
    // The names under which tsx looks for it. It writes them a little later than a wrong option is refused.
    const refused = 'import("./scripts/start.ts").finally(() => setTimeout(() => undefined, 500))';
    await run(`node --import tsx -e '${refused}' -- start --unknown`);
    const cache = join(shared, `tsx-${process.geteuid?.()}`);
    await eventually("translations", async () => (await readdir(cache).catch(() => [])).length > 0);
    const code = `console.log("${planted}"); process.exit(0);`;
    for (const name of await readdir(cache)) await writeFile(join(cache, name), JSON.stringify({ code, map: "" }));
  });
  afterAll(() => rm(shared, { recursive: true, force: true }));

  it("would be run by tsx", async () => {
    expect(await run("node --import tsx scripts/start.ts --unknown")).toContain(planted);
  });

  it("is not run by npm start", async () => {
    const start = new Map(await scripts()).get("start");
    const said = await run(`${start} --unknown`);
    expect(said).not.toContain(planted);
    expect(said).toContain("npm start does not know");
  });

  it.each([...(await scripts()).map(([, script]) => script), "deploy/keelbook.service", "deploy/Containerfile"])(
    "is not run by %s",
    async (place) => {
      const text = place.startsWith("deploy/") ? await readFile(place, "utf8") : place;
      expect(text).toMatch(/--import[", ]+\.\/scripts\/typescript\.mjs/u);
      expect(text).not.toMatch(/--import[", ]+tsx\b/u);
    },
  );
});
