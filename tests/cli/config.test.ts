import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, expect, it } from "vitest";
import { cli, scratchFolder } from "./terminal.ts";

let folder: string;
beforeAll(async () => {
  const scratch = await scratchFolder();
  folder = scratch.folder;
  await writeFile(
    join(folder, ".env"),
    "SUPABASE_URL=https://from-file.example\nSITE_URL=https://site.example # published\nFORMS_SECRET=\nSITE_ULR=x\n",
  );
  return scratch.remove;
});

it("says where each setting came from, the environment before .env", async () => {
  const env = {
    SUPABASE_URL: "https://from-environment.example",
    SUPABASE_SECRET_KEY: "sb_secret_0123456789abcdefghijklmnop",
  };
  const { out, err } = await cli(["config", "--json", "--data", "elsewhere"], { folder, env });
  const parsed: { target: string; settings: { key: string; value: string | null; source: string | null }[] } =
    JSON.parse(out);
  expect(parsed.target).toBe("hosted");
  expect(Object.fromEntries(parsed.settings.map(({ key, value, source }) => [key, [value, source]]))).toMatchObject({
    SUPABASE_URL: ["https://from-environment.example", "environment"],
    SUPABASE_SECRET_KEY: ["sb_secret_••••••mnop", "environment"],
    SITE_URL: ["https://site.example", ".env"],
    DATA_FOLDER: [join(folder, "elsewhere"), "flag"],
    PORT: ["4173", "default"],
    FORMS_SECRET: [null, null],
  });
  expect(err.match(/^note: .*$/gmu)).toEqual(["note: .env sets SITE_ULR, which is not a setting of this project."]);
});

it("says which settings are wrong after it has shown them all, secrets masked, and exits with 3", async () => {
  const env = {
    PORT: "http",
    PUBLIC_SUPABASE_KEY: "sb_secret_0123456789abcdefghijklmnop",
    SUPABASE_DB_PASSWORD: "tiny-secret",
    SUPABASE_URL: "",
    OPERATOR: "ada\nPORT\tdefault\u001b[2J",
  };
  const { code, out, err } = await cli(["config"], { env, folder });
  expect(code).toBe(3);
  expect(err).toContain("PORT must be a whole number from 0 to 65535.");
  expect(err).toContain("PUBLIC_SUPABASE_KEY must be the publishable key");
  expect(out).toMatch(/PORT +environment +http\n/u);
  expect(out).toMatch(/\nSUPABASE_URL +not set +the embedded stack\n/u);
  expect(out).toMatch(/\nMAIL_FROM +not set\n/u);
  expect(out).toMatch(/SUPABASE_DB_PASSWORD +environment +••••••\n/u);
  expect(out).toContain("environment  ada\ufffdPORT\ufffddefault\ufffd[2J\n");
  expect(out + err).not.toMatch(/abcdefghijkl|tiny/u);
});
