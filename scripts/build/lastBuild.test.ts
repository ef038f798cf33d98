import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, afterAll, describe, expect, it } from "vitest";
import { resolveSettings } from "../../server/settings/resolve.ts";
import { otherAddress, refuseOtherPath } from "./lastBuild.ts";

describe("a build for /promo/", () => {
  let out: string;
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), "keelbook-last-build-"));
    const headers = { base: "/promo/", everywhere: {}, documents: {}, assets: {}, pages: {} };
    await writeFile(join(out, "headers.json"), JSON.stringify(headers));
    await mkdir(join(out, "client"));
    await writeFile(
      join(out, "client", "index.html"),
      '<!doctype html><link rel="canonical" href="https://a.example/promo/"><title>Promo</title>',
    );
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

  const saysOf = (env: Record<string, string>, folder = out) => otherAddress(folder, resolveSettings({}, env, out));

  it("is served with a warning where the settings name another address with that path", async () => {
    expect(await saysOf({ SITE_URL: "https://b.example/promo" })).toBe(
      "The last build is for https://a.example/promo/, but the settings say that the site is at https://b.example/promo/: search engines and link previews will name the wrong address. Build again: npm run build",
    );
  });

  it.each([{}, { SITE_URL: "https://a.example/promo" }])(
    "is served without one with %j",
    async (env: Record<string, string>) => {
      expect(await saysOf(env)).toBeUndefined();
    },
  );

  it("is not looked for where there is none", async () => {
    const env = { SITE_URL: "https://a.example" };
    await expect(served(env, join(out, "none"))).resolves.toBeUndefined();
    expect(await saysOf(env, join(out, "none"))).toBeUndefined();
  });
});
