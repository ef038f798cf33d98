import { expect, it } from "vitest";
import { resolveSettings } from "../../server/settings/resolve.ts";
import { backendSettings } from "./context.ts";

it("appends paths to a project's address, however it was copied", () => {
  const env = { SUPABASE_URL: "https://abc.supabase.co/", SUPABASE_SECRET_KEY: "sb_secret_x" };
  expect(backendSettings(resolveSettings({}, env, "."))).toMatchObject({ url: "https://abc.supabase.co" });
});

it("refuses a data folder that a shell would have found", () => {
  const settings = resolveSettings({}, { DATA_FOLDER: "~/keelbook" }, ".");
  expect(() => backendSettings(settings)).toThrow(/^DATA_FOLDER must be a path without ~/u);
});
