import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { resolveSettings } from "../../server/settings/resolve.ts";
import { otherAddress, refuseOtherPath } from "./lastBuild.ts";
import { recordBuild } from "./unchanged.ts";

describe("a build for /promo/", () => {
  let out: string;
  beforeAll(async () => {
    out = await mkdtemp(join(tmpdir(), "keelbook-last-build-"));
    const headers = { base: "/promo/", everywhere: {}, documents: {}, assets: {}, pages: {} };
    await writeFile(join(out, "headers.json"), JSON.stringify(headers));
    await recordBuild(out, "", { PUBLIC_SITE_URL: "https://a.example", BASE_PATH: "/promo/" });
  });
  afterAll(() => rm(out, { recursive: true }));
  const served = (env: Record<string, string>, folder = out) => refuseOtherPath(folder, resolveSettings({}, env, out));
  const warning = (env: Record<string, string>, folder = out) => otherAddress(folder, resolveSettings({}, env, out));

  it("is not served to visitors of another path", async () => {
    await expect(served({ SITE_URL: "https://a.example/other" })).rejects.toThrow(
      "The last build is for the path /promo/, but visitors come to /other/ (SITE_URL, BASE_PATH). Build again: npm run build",
    );
  });

  it("is served with a warning where the settings name another address with that path", async () => {
    const env = { SITE_URL: "https://b.example/promo" };
    await expect(served(env)).resolves.toBeUndefined();
    expect(await warning(env)).toMatch(
      /^The last build is for https:\/\/a\.example\/promo\/, but the settings say that the site is at https:\/\/b\.example\/promo\/:/u,
    );
  });

  it.each([{}, { SITE_URL: "https://a.example/promo" }])(
    "is served without one with %j",
    async (env: Record<string, string>) => {
      await expect(served(env)).resolves.toBeUndefined();
      expect(await warning(env)).toBeUndefined();
      await expect(served(env, join(out, "none"))).resolves.toBeUndefined();
      expect(await warning(env, join(out, "none"))).toBeUndefined();
    },
  );
});
