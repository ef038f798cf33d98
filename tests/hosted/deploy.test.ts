import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { cli, type Outcome } from "../cli/terminal.ts";
import { type ManagementApi, projectRef, startManagementApi } from "./support/managementApi.ts";
import { findSupabaseCli } from "./support/supabaseCli.ts";

const program = findSupabaseCli();
const checkout = fileURLToPath(new URL("../..", import.meta.url));
const env = {
  SUPABASE_PROJECT_REF: projectRef,
  SUPABASE_ACCESS_TOKEN: `sbp_${"0".repeat(40)}`,
  SUPABASE_DB_PASSWORD: "database-password",
  SITE_URL: "https://site.example",
  FORMS_SECRET: "f".repeat(32),
};

/** `prelaunch deploy` with Supabase's own CLI, against a management API on loopback. */
describe.skipIf(program === undefined)("a deployment with the Supabase CLI", () => {
  let folder: string;
  let api: ManagementApi;
  let outcome: Outcome;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-deploy-"));
    api = await startManagementApi(join(folder, "upload"));
    await writeFile(join(folder, "profile.yaml"), api.profile);
    // Migrations go over the database's own protocol, to an address made from the profile: supabaseCli.test.ts pushes them.
    const wrapper = `#!/bin/sh\n[ "$1 $2" = "db push" ] && exit 0\nexec ${program} "$@"\n`;
    await writeFile(join(folder, "supabase"), wrapper);
    await chmod(join(folder, "supabase"), 0o755);
    outcome = await cli(["deploy", "--yes"], {
      folder: checkout,
      env: {
        ...env,
        PATH: process.env["PATH"],
        HOME: folder,
        SUPABASE_CLI: join(folder, "supabase"),
        SUPABASE_PROFILE: join(folder, "profile.yaml"),
        SUPABASE_TELEMETRY_DISABLED: "1",
      },
    });
  });
  afterAll(async () => {
    await api.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("ends well, without a terminal", () => {
    expect(outcome).toMatchObject({ code: 0, err: expect.stringContaining("Deployed.") });
  });

  it("brings the settings of supabase/config.toml to the services", () => {
    expect(api.received.config.postgrest).toMatchObject({ db_schema: "public", max_rows: expect.any(Number) });
    expect(api.received.config.auth).toMatchObject({
      site_url: env.SITE_URL,
      disable_signup: false,
      mailer_autoconfirm: false,
    });
  });

  it("gives the form backend its secrets, none with a reserved name", () => {
    expect(api.received.secrets).toMatchObject({ SITE_URL: env.SITE_URL, FORMS_SECRET: env.FORMS_SECRET });
    expect(Object.keys(api.received.secrets).filter((name) => name.startsWith("SUPABASE_"))).toEqual([]);
  });

  it("uploads the function with what it imports, and no test", () => {
    expect(api.received.files).toContain("server/app.ts");
    expect(api.received.files.filter((name) => /\.test\.|node_modules|mocks|embedded\//u.test(name))).toEqual([]);
    expect(api.received.metadata).toMatchObject({ verify_jwt: false });
  });
});
