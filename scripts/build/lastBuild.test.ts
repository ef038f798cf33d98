import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { resolveSettings } from "../../server/settings/resolve.ts";
import { otherAddress } from "./lastBuild.ts";
import { recordBuild } from "./unchanged.ts";

it("warns of a build for another address than the settings name", async () => {
  const out = await mkdtemp(join(tmpdir(), "keelbook-last-build-"));
  onTestFinished(() => rm(out, { recursive: true }));
  await recordBuild(out, "", { PUBLIC_SITE_URL: "https://a.example", BASE_PATH: "/promo/" });
  const warning = (SITE_URL: string, folder = out) => otherAddress(folder, resolveSettings({}, { SITE_URL }, out));
  expect(await warning("https://a.example/other")).toMatch(
    /^The last build is for https:\/\/a\.example\/promo\/, but the settings say that the site is at https:\/\/a\.example\/other\/:/u,
  );
  expect(await warning("https://a.example/promo")).toBeUndefined();
  expect(await warning("https://a.example/other", join(out, "none"))).toBeUndefined();
});
