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
  for (const name of [".env.local", ".env.example"]) await writeFile(join(folder, name), "SITE_URL=https://x.example");
  return scratch.remove;
});
const settings = async (...argv: string[]) => {
  const { out } = await cli(["config", "--json", ...argv], {
    folder,
    env: {
      SUPABASE_URL: "https://from-environment.example",
      SUPABASE_SECRET_KEY: "sb_secret_0123456789abcdefghijklmnop",
    },
  });
  const parsed: { settings: { key: string; value: string | null; source: string | null }[] } = JSON.parse(out);
  return new Map(parsed.settings.map(({ key, value, source }) => [key, [value, source]]));
};

it("says where each setting came from, the environment before .env", async () => {
  const all = await settings();
  expect(all.get("SUPABASE_URL")).toEqual(["https://from-environment.example", "environment"]);
  expect(all.get("SITE_URL")).toEqual(["https://site.example", ".env"]);
  expect(all.get("DATA_FOLDER")).toEqual([join(folder, ".data"), "default"]);
  expect(all.get("FORMS_SECRET")).toEqual([null, null]);
  expect((await settings("--data", "elsewhere")).get("DATA_FOLDER")).toEqual([join(folder, "elsewhere"), "flag"]);
});

it("names what .env sets that is not a setting, and files that are not read", async () => {
  const { err } = await cli(["config"], { folder });
  expect(err.match(/^note: .*$/gmu)).toEqual([
    "note: .env sets SITE_ULR, which is not a setting of this project.",
    "note: .env.local is not read. Put its settings into .env, or into the environment.",
  ]);
});

it.each([
  ["https://abc.supabase.example", "hosted"],
  ["", "embedded"],
])("says which backend the commands work on, with the address %j", async (address, target) => {
  const { out } = await cli(["config", "--json"], { env: { SUPABASE_URL: address }, folder });
  expect(JSON.parse(out)).toMatchObject({ target });
});

it("fits a terminal where nothing but a short value is set", async () => {
  const { out } = await cli(["config", "--data", "d"], { folder: "/", env: { OPERATOR: "ada" } });
  expect(out).toMatch(/^OPERATOR +environment +ada$/mu);
  expect(out.split("\n").filter((line) => line.length > 80)).toEqual([]);
});

it("also shows the settings of the build and npm start", async () => {
  const all = await settings();
  for (const key of ["PUBLIC_SITE_URL", "PUBLIC_SUPABASE_URL", "PUBLIC_SUPABASE_KEY", "CLIENT_ADDRESS_HEADER"])
    expect(all.get(key)).toEqual([null, null]);
  expect(all.get("PORT")).toEqual(["4173", "default"]);
  expect(all.get("HOST")).toEqual(["127.0.0.1", "default"]);
  expect(all.get("TRUST_PROXY")).toEqual(["0", "default"]);
});

it("says which settings are wrong after it has shown them all, and exits with 3", async () => {
  const env = { PORT: "http", PUBLIC_SUPABASE_KEY: "sb_secret_0123456789abcdefghijklmnop", SUPABASE_URL: "" };
  const { code, out, err } = await cli(["config"], { env, folder });
  expect(code).toBe(3);
  expect(err).toContain("PORT must be a whole number from 0 to 65535.");
  expect(err).toContain("PUBLIC_SUPABASE_KEY must be the publishable key");
  expect(out).toMatch(/PORT +environment +http\n/u);
  expect(out).toMatch(/\nSUPABASE_URL +not set +the embedded stack\n/u);
  expect(out).toMatch(/\nUNCONFIRMED_DAYS +not set +30\n/u);
  expect(out).toMatch(/\nMAIL_FROM +not set\n/u);
  expect(out + err).not.toContain("abcdefghijkl");
});

it("shows a value with line ends and control characters in one line", async () => {
  const { out } = await cli(["config"], { env: { OPERATOR: "ada\nPORT\tdefault\u001b[2J" }, folder });
  expect(out).toContain("OPERATOR                   environment  ada\ufffdPORT\ufffddefault\ufffd[2J\n");
});

it("masks secrets", async () => {
  expect((await settings()).get("SUPABASE_SECRET_KEY")).toEqual(["sb_secret_••••••mnop", "environment"]);
  const { out } = await cli(["config"], { env: { SUPABASE_DB_PASSWORD: "tiny-secret" }, folder });
  expect(out).not.toContain("tiny");
  expect(out).toMatch(/SUPABASE_DB_PASSWORD +environment +••••••\n/u);
});
