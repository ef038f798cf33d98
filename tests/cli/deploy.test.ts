import { chmod, mkdir, readdir, readFile, realpath, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { newerDatabase } from "../../scripts/commands/deploy/steps.ts";
import { supabaseCliPackage, supabaseCliVersion } from "../../scripts/commands/deploy/supabaseCli.ts";
import { eventually } from "../support/eventually.ts";
import { cli, scratchFolder } from "./terminal.ts";

const ref = "abcdefghijklmnopqrst";
const complete = {
  SUPABASE_PROJECT_REF: ref,
  SUPABASE_ACCESS_TOKEN: "sbp_access_token",
  SUPABASE_DB_PASSWORD: "database-password",
  SITE_URL: "https://B\u00fccher.example/",
  FORMS_SECRET: "f".repeat(32),
};
const query = `db query --file SECRETS --remote=${ref} --yes`;
const allCalls = [
  query,
  `db push --include-all --remote=${ref} --yes`,
  query,
  `config push --remote=${ref} --yes`,
  `secrets set --env-file SECRETS --remote=${ref} --yes`,
  `functions deploy forms --use-api --remote=${ref} --yes`,
];

describe("deploy", () => {
  let folder: string;
  beforeEach(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    for (const path of ["bin", "tmp"]) await mkdir(join(folder, path));
    vi.stubEnv("TMPDIR", join(folder, "tmp"));
    return () => {
      vi.unstubAllEnvs();
      return scratch.remove();
    };
  });
  /** A Supabase CLI that records its command lines, fails at one command, and never ends another. */
  const installSupabase = async ({ failAt = "none", saying = "no luck", waitAt = "none", version = "3.1.0" } = {}) => {
    const program = `#!/bin/sh
[ "$1" = --version ] && { echo ${version}; exit 0; }
echo "$*" | sed 's# /[^ ]*/secrets # SECRETS #' >> "${folder}/calls"
echo "$SUPABASE_ACCESS_TOKEN $SUPABASE_DB_PASSWORD $SITE_URL $HTTPS_PROXY $(pwd -P)" > "${folder}/environment"
[ "$1" = secrets ] && { cat "$4" > "${folder}/secrets"; stat -c %a "$4" >> "${folder}/secrets"; }
ls "${folder}"/tmp/*/secrets >/dev/null 2>&1 && echo "$1" >> "${folder}/with-secrets"
[ "$1" = ${waitAt} ] && { echo waiting >> "${folder}/calls"; exec sleep 60; }
[ "$1 $2" = "${failAt}" ] && { echo "${saying}" >&2; exit 7; }
exit 0
`;
    await writeFile(join(folder, "bin/supabase"), program);
    await chmod(join(folder, "bin/supabase"), 0o755);
  };
  const deploy = (
    argv: string[],
    { env = complete, ...more }: { env?: Record<string, string>; answers?: string[]; signal?: AbortSignal } = {},
  ) =>
    cli(["deploy", ...argv], {
      env: { SUPABASE_CLI: join(folder, "bin/supabase"), ...env, PATH: `${join(folder, "bin")}:/usr/bin:/bin` },
      // The version is asked for in any folder.
      folder: tmpdir(),
      project: folder,
      ...more,
    });
  const read = (file: string) => readFile(join(folder, file), "utf8").catch(() => "");
  const calls = async () => (await read("calls")).trim().split("\n");

  it("names everything that is missing at once, and runs nothing", async () => {
    const { code, err } = await deploy([], {
      env: {
        MAIL_IMPRINT: "'`",
        FORMS_SECRET: "short",
        SUPABASE_PROJECT_REF: ref,
        RESEND_API_KEY: "re_…",
        SUPABASE_URL: `https://z${ref.slice(1)}.supabase.co`,
      },
    });
    for (const part of [
      "SUPABASE_ACCESS_TOKEN is missing",
      "SUPABASE_DB_PASSWORD is missing",
      "SITE_URL is missing",
      "FORMS_SECRET must have at least 32",
      "MAIL_IMPRINT has both a single quote and a backtick",
      "RESEND_API_KEY still has the … of the example.",
      "SUPABASE_PROJECT_REF must be the project to which SUPABASE_URL leads.",
      `The Supabase CLI is not installed. Install it: npm install --no-save ${supabaseCliPackage}@${supabaseCliVersion}`,
    ])
      expect(err).toContain(part);
    expect(code).toBe(3);
  });

  it.each([
    [{ PRODUCT_URL: "app.your.name" }, "PRODUCT_URL must be"],
    [{ PRODUCT_URL: "http://localhost:3000" }, "PRODUCT_URL must be an address that begins with https://."],
    [{ OPERATOR_EMAIL: "Ada <ada@your.name>" }, "OPERATOR_EMAIL must be"],
    [{ RESEND_API_KEY: "re_1" }, "MAIL_FROM is missing"],
    [{ WEBHOOK_URL: "https://crm.example/" }, "WEBHOOK_SECRET is missing"],
  ])("refuses settings with which the form backend would not start: %j", async (wrong, problem) => {
    await installSupabase();
    const { code, err } = await deploy(["--yes"], { env: { ...complete, ...wrong } });
    expect(err.split(problem)).toHaveLength(2);
    expect([code, await calls()]).toEqual([3, [""]]);
  });

  it("names the release in package.json", async () => {
    const packageJson: unknown = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    expect(packageJson).toHaveProperty(["optionalDependencies", "@supabase/cli-linux-x64"], supabaseCliVersion);
  });

  it("runs the steps in order, with secrets in a separate file and in the environment", async () => {
    await installSupabase();
    const { code, err } = await deploy(["--yes"], { env: { ...complete, HTTPS_PROXY: "http://proxy.example" } });
    expect(err).toMatch(
      /^Compare .+ …\nApply .+ …\nRecord .+ …\nSet up .+ …\nSet SITE_URL, FORMS_SECRET for .+ …\nDeploy .+ …\nDeployed\./u,
    );
    expect(await calls()).toEqual(allCalls);
    expect(await read("environment")).toBe(
      `sbp_access_token database-password https://xn--bcher-kva.example http://proxy.example ${await realpath(folder)}\n`,
    );
    expect(await read("secrets")).toMatch(
      new RegExp(
        `^SITE_URL='${complete.SITE_URL}'\nFORMS_SECRET='${complete.FORMS_SECRET}'\nSCHEMA_SHA256=[0-9a-f]{64}\nVERSION=\\d+\\.\\d+\\.\\d+\n600\n$`,
        "u",
      ),
    );
    expect(await read("with-secrets")).toBe("db\ndb\nsecrets\n");
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
    expect(code).toBe(0);
    await deploy(["--yes"], { env: { ...complete, MAIL_SCHEDULE_SECRET: "'".repeat(32) } });
    expect((await calls()).at(-1)).toBe(query);
    expect(await read("with-secrets")).toBe("db\ndb\nsecrets\ndb\ndb\nsecrets\ndb\n");
  });

  it("stops at the step that fails, shows its output, and has no history repaired", async () => {
    await installSupabase({ failAt: "db push", saying: newerDatabase });
    const { code, err } = await deploy(["--yes"]);
    expect(await calls()).toEqual(allCalls.slice(0, 2));
    expect(err).toContain(`${newerDatabase}\nerror: supabase db push ended with 7`);
    expect(err).toMatch(/\nThe database was last used by a newer version .*: git pull .*`supabase migration repair`/u);
    expect(code).toBe(1);
  });

  it("ends the step at Ctrl-C, leaves no secrets behind, and says how to go on", async () => {
    await installSupabase({ waitAt: "secrets" });
    const stopping = new AbortController();
    const deploying = deploy(["--yes"], { signal: stopping.signal });
    await eventually("the step waits", async () => (await calls()).includes("waiting"));
    stopping.abort();
    expect(await deploying).toMatchObject({
      code: 130,
      err: expect.stringContaining("error: Interrupted.\nRun deploy again: every step can be repeated.\n"),
    });
    expect(await calls()).toEqual([...allCalls.slice(0, 5), "waiting"]);
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
  });

  it("asks first, and runs nothing with --dry-run", async () => {
    await installSupabase();
    expect(await deploy(["--dry-run"])).toMatchObject({ code: 0 });
    expect(await deploy([])).toMatchObject({ code: 2 });
    expect(await deploy([], { answers: ["no"] })).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing was deployed."),
    });
    expect(await calls()).toEqual([""]);
    expect(await deploy([], { answers: ["yes"] })).toMatchObject({ code: 0 });
    expect(await calls()).toEqual(allCalls);
  });
});
