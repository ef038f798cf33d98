import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { cli, type Outcome } from "../cli/terminal.ts";
import { password, roleUrl, templateDatabase } from "./support/database.ts";
import { type ManagementApi, projectRef, startManagementApi } from "./support/managementApi.ts";
import { canNameHosts, type ProjectAddress, serveProjectAddress } from "./support/projectAddress.ts";
import { schemaFacts } from "./support/schemaFacts.ts";
import { findSupabaseCli } from "./support/supabaseCli.ts";

const program = findSupabaseCli();
const checkout = fileURLToPath(new URL("../..", import.meta.url));
const env = {
  SUPABASE_PROJECT_REF: projectRef,
  SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}`,
  SUPABASE_DB_PASSWORD: password,
  SITE_URL: "https://site.example/",
  // Signs that a shell, or another reader of the CLI's file of secrets, would take for something else.
  FORMS_SECRET: String.raw`$HOME \n " # ${"f".repeat(32)}\\`,
  MAIL_IMPRINT: String.raw`Ada's "Keelbook" \n`,
};

/** `prelaunch deploy` with Supabase's own CLI, to a management API on loopback and to a database found by the project's reference. */
describe.skipIf(program === undefined)("a deployment with the Supabase CLI", () => {
  let folder: string;
  let api: ManagementApi;
  let address: ProjectAddress;
  const deploy = (...argv: string[]) =>
    cli(["deploy", ...argv], {
      folder: checkout,
      env: {
        ...env,
        PATH: process.env["PATH"],
        HOME: folder,
        SUPABASE_CLI: address.program,
        SUPABASE_PROFILE: join(folder, "profile.yaml"),
        SUPABASE_TELEMETRY_DISABLED: "1",
      },
    });
  let planned: string[];
  let outcome: Outcome;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-deploy-"));
    api = await startManagementApi(join(folder, "upload"));
    await writeFile(join(folder, "profile.yaml"), api.profile);
    address = await serveProjectAddress(program ?? "", inject("hostedClusterUrl"), folder);
    planned = (await deploy("--dry-run")).out.split("\n").filter((line) => line.startsWith("supabase "));
    outcome = await deploy("--yes");
  }, 600_000);
  afterAll(async () => {
    await api.stop();
    await address.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("succeeds without a terminal", () => {
    expect(outcome).toMatchObject({ code: 0, err: expect.stringContaining("Deployed.") });
  });

  it("runs exactly what a dry run prints", async () => {
    const ran = (await address.commands()).map((line) =>
      line.replace(/\S+secrets\.env/u, "<a file, 0600, removed afterwards>"),
    );
    expect(planned).toHaveLength(4);
    expect(ran.map((line) => `supabase ${line}`)).toEqual(planned);
  });

  it.skipIf(!canNameHosts)("applies the migrations to the database it finds by the project's reference", async () => {
    const facts = (database: string) => schemaFacts(roleUrl(inject("hostedClusterUrl"), "postgres", database));
    expect(await facts(templateDatabase)).not.toEqual([]);
    expect(await facts(address.database)).toEqual(await facts(templateDatabase));
  });

  it("brings the settings of supabase/config.toml to the services", () => {
    expect(api.received.config.postgrest).toMatchObject({ db_schema: "public", max_rows: expect.any(Number) });
    expect(api.received.config.auth).toMatchObject({
      site_url: "https://site.example",
      disable_signup: false,
      mailer_autoconfirm: false,
      // Some releases of the CLI sent only the subjects.
      mailer_templates_magic_link_content: expect.stringContaining("{{ .TokenHash }}"),
    });
    expect(outcome.err).not.toMatch(/not managed by config push/u);
  });

  it("gives the form backend its secrets, none with a reserved name", () => {
    expect(api.received.secrets).toEqual({
      SITE_URL: env.SITE_URL,
      FORMS_SECRET: env.FORMS_SECRET,
      MAIL_IMPRINT: env.MAIL_IMPRINT,
    });
    expect(Object.keys(api.received.secrets).filter((name) => name.startsWith("SUPABASE_"))).toEqual([]);
  });

  it("uploads the function with its imports, and no test", () => {
    expect(api.received.files).toContain("server/app.ts");
    expect(api.received.files.filter((name) => /\.test\.|node_modules|mocks|embedded\//u.test(name))).toEqual([]);
    expect(api.received.metadata).toMatchObject({ verify_jwt: false });
  });

  it("may be repeated", { timeout: 600_000 }, async () => {
    expect(await deploy("--yes")).toMatchObject({ code: 0 });
  });
});
