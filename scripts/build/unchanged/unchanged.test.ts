import { mkdir, mkdtemp, rename, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { withBuildLock } from "./buildLock.ts";
import { hashInputs } from "./inputs.ts";
import { isUnchanged, recordBuild } from "./record.ts";

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
    await write("package-lock.json", "{}");
    await write("dist/client/index.html", "<!doctype html>");
    await write("dist/headers.json", "{}");
    await recordBuild(out(), await hashInputs(root, {}));
  });
  afterEach(() => rm(root, { recursive: true, force: true }));
  const unchanged = async (env: Record<string, string> = {}) => isUnchanged(out(), await hashInputs(root, env));

  it("counts while nothing has changed", async () => {
    expect(await unchanged()).toBe(true);
    expect(await unchanged({ PORT: "80", SUPABASE_SECRET_KEY: "sb_secret_x" })).toBe(true);
    await write("components/site.test.ts", "");
    await write("docs/readme.md", "");
    await write(".env.production", "PUBLIC_IMPRINT=Keelbook\n");
    expect(await unchanged()).toBe(true);
  });

  it.each([
    ["a source", "components/site.ts"],
    ["a new source", "server/contract/more.ts"],
    ["a page", "pages/about/+Page.tsx"],
    ["a file that is published as it is", "public/icon.svg"],
    ["the build itself", "scripts/build/main.ts"],
    ["the settings of the bundler", "vite.config.ts"],
    ["the settings of the compiler", "tsconfig.json"],
    ["what is to be installed", "package.json"],
    ["the lock file", "package-lock.json"],
    ["what is installed", "node_modules/.package-lock.json"],
    ["a page of the export", "dist/client/index.html"],
    ["a file put into the export", "dist/client/more.html"],
    ["the export's headers", "dist/headers.json"],
    ["a file for a host", "dist/hosting/nginx.conf"],
    ["its own record", "dist/build.json"],
  ])("does not count after a change of %s", async (_, path) => {
    await write(path, "changed");
    expect(await unchanged()).toBe(false);
  });

  it("does not count after a change that leaves every length as it was", async () => {
    await write("components/site.ts", "export const site = 2;");
    expect(await unchanged()).toBe(false);
  });

  it("does not count where a source has another name", async () => {
    await rename(join(root, "components/site.ts"), join(root, "components/place.ts"));
    expect(await unchanged()).toBe(false);
  });

  it("does not count where a file of it is gone", async () => {
    await rm(join(out(), "client/index.html"));
    expect(await unchanged()).toBe(false);
  });

  it.each([
    { BASE_PATH: "/promo/" },
    { SITE_URL: "https://other.example" },
    { PUBLIC_SUPABASE_URL: "https://a.example", PUBLIC_SUPABASE_KEY: "sb_publishable_x" },
  ])("does not count with another setting: %o", async (env) => {
    expect(await unchanged(env)).toBe(false);
  });

  it("does not count with another setting in .env", async () => {
    await write(".env", "PORT=80\n");
    expect(await unchanged()).toBe(true);
    await write(".env", "PORT=80\nPUBLIC_RECAPTCHA_SITE_KEY=x\n");
    expect(await unchanged()).toBe(false);
  });

  it("is made by one process at a time", async () => {
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await sleep(50);
      steps.push(`${name} ends`);
    };
    await Promise.all([withBuildLock(out(), work("one")), withBuildLock(out(), work("other"))]);
    expect(steps[1]).toBe(steps[0]?.replace("begins", "ends"));
    expect(steps).toHaveLength(4);
  });

  it("is made in a folder that others may enter like any other, as a web server has to", async () => {
    const [made, other] = [join(root, "made"), join(root, "other")];
    await withBuildLock(made, () => Promise.resolve());
    await mkdir(other);
    expect((await stat(made)).mode).toBe((await stat(other)).mode);
  });

  it("is made where no lock can be", async () => {
    await write("dist/lock", "");
    expect(await withBuildLock(out(), () => Promise.resolve("made"))).toBe("made");
  });
});
