import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { resolveSettings } from "../../server/settings/resolve.ts";
import { refuseOtherPath } from "./lastBuild.ts";

describe("a build for /promo/", () => {
  let out: string;
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), "keelbook-last-build-"));
    const headers = { base: "/promo/", everywhere: {}, documents: {}, assets: {}, pages: {} };
    await writeFile(join(out, "headers.json"), JSON.stringify(headers));
  });
  afterAll(() => rm(out, { recursive: true }));
  const served = (env: Record<string, string>, folder = out) => refuseOtherPath(folder, resolveSettings({}, env, out));

  it.each([
    [{ SITE_URL: "https://a.example" }, "/"],
    [{ SITE_URL: "https://a.example/other" }, "/other/"],
  ])("is not served to visitors of %j", async (env, path) => {
    await expect(served(env)).rejects.toThrow(
      `The last build is for the path /promo/, but visitors come to ${path} (SITE_URL, BASE_PATH). Build again: npm run build`,
    );
  });

  it.each([
    {},
    { SITE_URL: "https://a.example/promo" },
    { SITE_URL: "https://a.example", PUBLIC_SITE_URL: "https://preview.example", BASE_PATH: "/promo/" },
  ])("is served with %j", async (env: Record<string, string>) => {
    await expect(served(env)).resolves.toBeUndefined();
  });

  it("is not looked for where there is none", async () => {
    await expect(served({ SITE_URL: "https://a.example" }, join(out, "none"))).resolves.toBeUndefined();
  });
});
