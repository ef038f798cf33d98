import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { settingKeys } from "../../../server/settings/definitions.ts";
import { resolveSettings } from "../../../server/settings/resolve.ts";
import { backendSettings } from "./settings.ts";

it("appends paths to a project's address, however it was copied", () => {
  const env = { SUPABASE_URL: "https://abc.supabase.co/", SUPABASE_SECRET_KEY: "sb_secret_x" };
  expect(backendSettings(resolveSettings({}, env, "."))).toMatchObject({ url: "https://abc.supabase.co" });
});

it("refuses a data folder that a shell would have found", () => {
  const settings = resolveSettings({}, { DATA_FOLDER: "~/keelbook" }, ".");
  expect(() => backendSettings(settings)).toThrow(/^DATA_FOLDER must be a path without ~/u);
});

it("leaves the settings of a developer to no test", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-dot-env-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, ".env"), settingKeys.map((key) => `${key}=x\n`).join(""));
  const sources = Object.values(resolveSettings({}, process.env, folder)).map(({ source }) => source);
  expect(new Set(sources)).toEqual(new Set(["default"]));
});
