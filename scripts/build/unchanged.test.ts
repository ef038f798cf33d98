import { mkdir, mkdtemp, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { resolveSettings } from "../../server/settings/resolve.ts";
import { hashInputs, isUnchanged, otherSettings, recordBuild } from "./unchanged.ts";

describe("a build that is there already", () => {
  let root = "";
  const out = () => join(root, "dist");
  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), "keelbook-build-"));
    await write("components/site.ts", "export const site = 1;");
    await write("dist/client/index.html", "<!doctype html>");
    await recordBuild(out(), await hashInputs(root, {}), {});
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const unchanged = async (env: Record<string, string> = {}) => isUnchanged(out(), await hashInputs(root, env));

  it("counts while nothing has changed that it is made of", async () => {
    await write("components/site.test.ts", "");
    await write(".env", "PORT=80\n");
    expect(await unchanged({ PORT: "80", SUPABASE_SECRET_KEY: "sb_secret_x" })).toBe(true);
  });

  it.each(["components/site.ts", "node_modules/.package-lock.json", "dist/client/more.html", "dist/build.json"])(
    "does not count after a change of %s",
    async (path) => {
      await write(path, "changed");
      expect(await unchanged()).toBe(false);
    },
  );

  it("does not count after a change that leaves every length as it was, or of a name alone", async () => {
    await write("components/site.ts", "export const site = 2;");
    expect(await unchanged()).toBe(false);
    await write("components/site.ts", "export const site = 1;");
    expect(await unchanged()).toBe(true);
    await rename(join(root, "components/site.ts"), join(root, "components/place.ts"));
    expect(await unchanged()).toBe(false);
  });

  it("does not count with another setting of the page, of the shell or in .env", async () => {
    expect(await unchanged({ BASE_PATH: "/promo/" })).toBe(false);
    await write(".env", "PUBLIC_RECAPTCHA_SITE_KEY=x\n");
    expect(await unchanged()).toBe(false);
  });
});

it("warns of a build with other settings, first of all for another address", async () => {
  const out = await mkdtemp(join(tmpdir(), "keelbook-last-build-"));
  onTestFinished(() => rm(out, { recursive: true }));
  const built = { PUBLIC_SITE_URL: "https://a.example", BASE_PATH: "/promo/", PUBLIC_CONTACT: "hello@a.example" };
  await recordBuild(out, "", built);
  const warning = (SITE_URL: string, more = {}, folder = out) =>
    otherSettings(
      folder,
      resolveSettings({}, { SITE_URL, PUBLIC_CONTACT: built.PUBLIC_CONTACT, PORT: "80", ...more }, out),
    );
  expect(await warning("https://a.example/other")).toMatch(
    /^The last build is for https:\/\/a\.example\/promo\/, but the settings say that the site is at https:\/\/a\.example\/other\/:/u,
  );
  expect(await warning("https://a.example/promo")).toBeUndefined();
  expect(await warning("https://a.example/promo", { PUBLIC_IMPRINT: "A Ltd", PUBLIC_CONTACT: "" })).toBe(
    "The last build was made with another value of PUBLIC_CONTACT, PUBLIC_IMPRINT than is set now. Build again: npm run build",
  );
  expect(await warning("https://a.example/other", {}, join(out, "none"))).toBeUndefined();
});
