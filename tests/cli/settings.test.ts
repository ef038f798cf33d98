import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";
import { startDenoFunction } from "../support/denoFunction.ts";
import { noSettings } from "../support/forgetSettings.ts";
import { cli } from "./terminal.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [project, other] = ["abcdefghijklmnopqrst", "zbcdefghijklmnopqrst"];
const keyOf = (role: string, ref: string) =>
  `e30.${Buffer.from(JSON.stringify({ role, ref })).toString("base64url")}.x`;

type Env = Record<string, string>;
type Table = readonly [says: string, hosts: string][];

const everywhere = "config check deploy start function";

/** Mistakes that are in one `.env` at once, and the hosts that read what is wrong. */
const manyMistakes = {
  env: {
    MAIL_IMPRINT: "[YOUR-NAME], 1 Harbour Street",
    RESEND_API_KEY: "re_…",
    OPERATOR_EMAIL: "Ada <ada@site.example>",
    WEBHOOK_URL: "https://crm.example/",
    PRODUCT_URL: "http://localhost:3000",
    RECAPTCHA_SECRET_KEY: "x",
    PUBLIC_SUPABASE_URL: `https://${project}.supabase.co`,
    PUBLIC_SUPABASE_KEY: keyOf("anon", other),
    SUPABASE_PUBLISHABLE_KEY: "sb_publishable_x",
    SUPABASE_PROJECT_REF: other,
    PORT: "80800",
  },
  says: [
    ["MAIL_IMPRINT still has the placeholder in square brackets: put the value in its place.", everywhere],
    ["RESEND_API_KEY still has the … of the example.", everywhere],
    ["OPERATOR_EMAIL must be an address, such as hello@keelbook.example.", everywhere],
    ["MAIL_FROM is missing: mails need an address they come from.", everywhere],
    ["WEBHOOK_SECRET is missing, which signs the events for WEBHOOK_URL: whsec_ and the output of", everywhere],
    ["PRODUCT_URL must be an address that begins with https://.", "config check deploy function"],
    ["RECAPTCHA_SECRET_KEY needs PUBLIC_RECAPTCHA_SITE_KEY beside it: set both", "config check deploy start"],
    ["PUBLIC_SUPABASE_KEY must be a key of the project to which PUBLIC_SUPABASE_URL", "config check deploy start"],
    ["SUPABASE_PUBLISHABLE_KEY must be the same key as PUBLIC_SUPABASE_KEY.", "config check deploy"],
    ["SUPABASE_PROJECT_REF must be the project to which PUBLIC_SUPABASE_URL leads.", "config check deploy"],
    ["PORT must be a whole number from 0 to 65535.", "config start"],
  ] satisfies Table,
};

const otherProject = {
  env: {
    SUPABASE_URL: `https://${project}.supabase.co`,
    SUPABASE_SECRET_KEY: keyOf("service_role", other),
    SUPABASE_PROJECT_REF: project,
    SMTP_URL: "smtp://mail.example",
    RESEND_API_KEY: "re_x",
    MAIL_FROM: "hello@site.example",
  },
  says: [
    ["SUPABASE_SECRET_KEY must be a key of the project to which SUPABASE_URL leads", "config check deploy function"],
    // `check` and the function stop before this, and the function sends by Resend alone.
    ["Set either RESEND_API_KEY or SMTP_URL, not both.", "config deploy start"],
  ] satisfies Table,
};

/** The message of each host about an environment. */
const hosts: Record<string, (env: Env) => Promise<string>> = {
  config: async (env) => (await cli(["config"], { env })).err,
  async check(env) {
    const { out, err } = await cli(["check", "backend"], { env, columns: 500 });
    return out + err;
  },
  deploy: async (env) => (await cli(["deploy", "--dry-run"], { env: { SUPABASE_CLI: "none", ...env } })).err,
  async start(env) {
    const child = spawn(process.execPath, ["scripts/start.mjs"], {
      cwd: root,
      env: { PATH: process.env.PATH, ...noSettings, PORT: "0", DATA_FOLDER: join(tmpdir(), "keelbook-none"), ...env },
    });
    let said = "";
    child.stderr.on("data", (chunk: Buffer) => (said += chunk.toString()));
    await new Promise((resolve) => child.on("close", resolve));
    return said;
  },
  async function(env) {
    const said: string[] = [];
    const start = startDenoFunction(["supabase/functions/forms/index.ts"], {
      env: { PATH: process.env.PATH, ...env },
      log: (line) => said.push(line),
    });
    await expect(start).rejects.toThrow("The function ended with 1.");
    return said.join("\n");
  },
};

describe("a wrong setting is said in the same words by each host that reads it, and by no other", () => {
  let complete: Env;
  beforeAll(async () => {
    const { origin, secretKey, stop } = await startBackend();
    complete = {
      SUPABASE_URL: origin,
      SUPABASE_SECRET_KEY: secretKey,
      SITE_URL: "https://site.example",
      FORMS_SECRET: "a".repeat(32),
    };
    return stop;
  });

  it.each(Object.keys(hosts))("%s", async (name) => {
    for (const { env, says } of [manyMistakes, otherProject]) {
      const said = (await hosts[name]?.({ ...complete, ...env })) ?? "";
      expect(says.filter(([sentence]) => said.includes(sentence))).toEqual(
        says.filter(([, readers]) => readers.split(" ").includes(name)),
      );
    }
  });
});
