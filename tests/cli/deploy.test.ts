import { chmod, mkdir, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
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
  SITE_URL: "https://site.example",
  FORMS_SECRET: "f".repeat(32),
};

describe("deploy", () => {
  let folder: string;
  beforeEach(async () => {
    const scratch = await scratchFolder();
    folder = scratch.folder;
    for (const path of ["supabase/migrations", "supabase/functions/forms", "bin", "tmp"])
      await mkdir(join(folder, path), { recursive: true });
    vi.stubEnv("TMPDIR", join(folder, "tmp"));
    await writeFile(join(folder, "supabase/config.toml"), "");
    await writeFile(join(folder, "supabase/functions/forms/index.ts"), "");
    return () => {
      vi.unstubAllEnvs();
      return scratch.remove();
    };
  });
  /** A fake Supabase CLI that records its command lines, fails at one command, and never ends another. */
  const installSupabase = async ({
    failAt = "nothing",
    saying = "no luck",
    waitAt = "nothing",
    version = "3.1.0",
  } = {}) => {
    const program = `#!/bin/sh
echo "$*" | sed 's# /[^ ]*secrets.env# SECRETS#' >> "${folder}/calls"
echo "token $SUPABASE_ACCESS_TOKEN password $SUPABASE_DB_PASSWORD" > "${folder}/environment"
echo "$SITE_URL" > "${folder}/site"
echo "$(pwd -P) by $HTTPS_PROXY" > "${folder}/where"
[ "$1" = secrets ] && { cat "$4" > "${folder}/secrets"; stat -c %a "$4" >> "${folder}/secrets"; }
ls "${folder}"/tmp/*/secrets.env >/dev/null 2>&1 && echo "$1" >> "${folder}/with-secrets"
[ "$1" = ${waitAt} ] && { echo waiting >> "${folder}/calls"; exec sleep 60; }
[ "$1" = --version ] && { echo ${version}; exit 0; }
[ "$1" = ${failAt} ] && { echo "${saying}" >&2; exit 7; }
exit 0
`;
    await writeFile(join(folder, "bin/supabase"), program);
    await chmod(join(folder, "bin/supabase"), 0o755);
  };
  const deploy = (
    argv: string[],
    env: Record<string, string> = complete,
    answers?: string[],
    signal = new AbortController().signal,
  ) =>
    cli(["deploy", ...argv], {
      env: { SUPABASE_CLI: join(folder, "bin/supabase"), ...env, PATH: `${join(folder, "bin")}:/usr/bin:/bin` },
      // It is called in any folder.
      folder: tmpdir(),
      project: folder,
      signal,
      ...(answers ? { answers } : {}),
    });
  const calls = async () =>
    (await readFile(join(folder, "calls"), "utf8").catch(() => ""))
      .trim()
      .split("\n")
      .filter((line) => line !== "--version");
  const allCalls = [
    `db push --include-all --remote=${ref} --yes`,
    `config push --remote=${ref} --yes`,
    `secrets set --env-file SECRETS --remote=${ref} --yes`,
    `functions deploy forms --use-api --remote=${ref} --yes`,
  ];

  it("names everything that is missing at once, and runs nothing", async () => {
    await rm(join(folder, "supabase/config.toml"));
    const { code, err } = await deploy([], { FORMS_SECRET: "short", SUPABASE_PROJECT_REF: "$(reboot)" });
    for (const part of [
      "SUPABASE_ACCESS_TOKEN is not set",
      "SUPABASE_DB_PASSWORD is not set",
      "SITE_URL is not set",
      "FORMS_SECRET must have at least 32",
      "SUPABASE_PROJECT_REF must be 20 lower-case letters",
      `supabase/config.toml is not in ${folder}.`,
      "The Supabase CLI is not installed",
    ])
      expect(err).toContain(part);
    expect(code).toBe(3);
  });

  it("refuses another project than the one that the commands work on", async () => {
    await installSupabase();
    const other = "zbcdefghijklmnopqrst";
    const { code, err } = await deploy(["--yes"], {
      ...complete,
      SUPABASE_URL: `https://${other}.supabase.co`,
      SUPABASE_SECRET_KEY: "sb_secret_x",
    });
    expect(err).toContain(`SUPABASE_PROJECT_REF must be ${other}, to which SUPABASE_URL leads.`);
    expect(await calls()).toEqual([]);
    expect(code).toBe(3);
  });

  it("refuses a secret that the Supabase CLI could not read", async () => {
    await installSupabase();
    const { code, err } = await deploy(["--yes"], { ...complete, FORMS_SECRET: `'\`${"f".repeat(32)}` });
    expect(err).toContain("FORMS_SECRET has both a single quote and a backtick");
    expect(await calls()).toEqual([]);
    expect(code).toBe(3);
  });

  it("refuses a Supabase CLI with other flags, and names the one to install", async () => {
    await installSupabase({ version: "2.117.0" });
    const { code, err } = await deploy(["--yes"]);
    expect(err).toContain("is the Supabase CLI 2.117.0; 3.x is needed");
    expect(err).toContain(`npm install --no-save ${supabaseCliPackage()}@${supabaseCliVersion}`);
    expect(await calls()).toEqual([]);
    expect(code).toBe(3);
  });

  it("names the release in package.json", async () => {
    const packageJson: unknown = JSON.parse(await readFile(new URL("../../package.json", import.meta.url), "utf8"));
    expect(packageJson).toHaveProperty(["optionalDependencies", "@supabase/cli-linux-x64"], supabaseCliVersion);
  });

  it("prints the steps with --dry-run, without secrets", async () => {
    await installSupabase();
    const { code, out } = await deploy(["--dry-run"]);
    expect(out.split("\n").filter((line) => line.startsWith("supabase "))).toEqual([
      `supabase db push --include-all --remote=${ref} --yes`,
      `supabase config push --remote=${ref} --yes`,
      `supabase secrets set --env-file <a file, 0600, removed afterwards> --remote=${ref} --yes`,
      `supabase functions deploy forms --use-api --remote=${ref} --yes`,
    ]);
    for (const secret of [complete.FORMS_SECRET, complete.SUPABASE_ACCESS_TOKEN, complete.SUPABASE_DB_PASSWORD])
      expect(out).not.toContain(secret);
    expect(await calls()).toEqual([]);
    expect(code).toBe(0);
  });

  it("runs the steps in order, with secrets in a separate file and in the environment", async () => {
    await installSupabase();
    const { code, err } = await deploy(["--yes"], { ...complete, HTTPS_PROXY: "http://proxy.example" });
    expect(await calls()).toEqual(allCalls);
    expect(await readFile(join(folder, "environment"), "utf8")).toBe(
      "token sbp_access_token password database-password\n",
    );
    expect(await readFile(join(folder, "where"), "utf8")).toBe(`${await realpath(folder)} by http://proxy.example\n`);
    expect(await readFile(join(folder, "secrets"), "utf8")).toBe(
      `SITE_URL='https://site.example'\nFORMS_SECRET='${complete.FORMS_SECRET}'\n600\n`,
    );
    expect(await readFile(join(folder, "with-secrets"), "utf8")).toBe("secrets\n");
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
    expect(err).toMatch(/^Apply .+ …\nSet up .+ …\nSet SITE_URL, FORMS_SECRET for .+ …\nDeploy .+ …\nDeployed\./u);
    expect(code).toBe(0);
  });

  it("passes on settings from .env", async () => {
    await installSupabase();
    const lines = Object.entries(complete).map(([key, value]) => `${key}=${value}\n`);
    await writeFile(join(folder, ".env"), lines.join(""));
    expect(await deploy(["--yes"], {})).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, "environment"), "utf8")).toBe(
      "token sbp_access_token password database-password\n",
    );
    expect(await readFile(join(folder, "site"), "utf8")).toBe("https://site.example\n");
  });

  it("names the site as browsers do, whatever letters its domain has", async () => {
    await installSupabase();
    await deploy(["--yes"], { ...complete, SITE_URL: "https://B\u00fccher.example/" });
    expect(await readFile(join(folder, "site"), "utf8")).toBe("https://xn--bcher-kva.example\n");
  });

  it("stops at the step that fails, and shows its output", async () => {
    await installSupabase({ failAt: "db" });
    const { code, err } = await deploy(["--yes"]);
    expect(await calls()).toEqual(allCalls.slice(0, 1));
    expect(err).toContain("no luck");
    expect(err).toContain("error: supabase db push ended with 7");
    expect(code).toBe(1);
  });

  it("has no history repaired where the database is newer than the checkout", async () => {
    await installSupabase({ failAt: "db", saying: newerDatabase });
    const { err } = await deploy(["--yes"]);
    expect(err).toMatch(/\nThe database was last used by a newer version .*: git pull .*`supabase migration repair`/u);
  });

  it("ends the step at Ctrl-C, leaves no secrets behind, and says how to go on", async () => {
    await installSupabase({ waitAt: "secrets" });
    const stopping = new AbortController();
    const deploying = deploy(["--yes"], complete, undefined, stopping.signal);
    await eventually("the step waits", async () => (await calls()).includes("waiting"));
    stopping.abort();
    expect(await deploying).toMatchObject({
      code: 130,
      err: expect.stringContaining("error: Interrupted.\nRun deploy again: every step can be repeated.\n"),
    });
    expect(await calls()).toEqual([...allCalls.slice(0, 3), "waiting"]);
    expect(await readdir(join(folder, "tmp"))).toEqual([]);
  });

  it("says that it was interrupted, not that there is no Supabase CLI, at a Ctrl-C while that starts", async () => {
    await installSupabase({ waitAt: "--version" });
    const stopping = new AbortController();
    const deploying = deploy(["--yes"], complete, undefined, stopping.signal);
    await eventually("it waits", async () => (await calls()).includes("waiting"));
    stopping.abort();
    expect(await deploying).toMatchObject({ code: 130, err: "error: Interrupted.\n" });
  });

  it("asks first", async () => {
    await installSupabase();
    expect(await deploy([])).toMatchObject({ code: 2 });
    expect(await deploy([], complete, ["no"])).toMatchObject({
      code: 1,
      err: expect.stringContaining("Nothing was deployed."),
    });
    expect(await calls()).toEqual([]);
    expect(await deploy([], complete, [" Yes "])).toMatchObject({ code: 0 });
    expect(await calls()).toEqual(allCalls);
  });
});
