import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { promisify } from "node:util";
import { beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { describeAccounts } from "../../contract/accounts.ts";
import { findSupabaseCli } from "../support/supabaseCli.ts";
import { describeAccountsOf } from "./accounts.ts";
import { describeCalls } from "./calls.ts";
import { missing } from "./gotrue.ts";
import { describePages } from "./pages.ts";
import { type Project, startProject } from "./project.ts";

describe.skipIf(missing)("on a genuine GoTrue", { timeout: 240_000 }, () => {
  let project: Project;
  beforeAll(async () => {
    project = await startProject(inject("hostedClusterUrl"));
    return () => project.stop();
  });

  it("has the versions that docs/deploy.md names", async () => {
    const text = await readFile("docs/deploy.md", "utf8");
    const [, named = ""] = /versions that everything was tested with: (.*)\.\n/u.exec(text) ?? [];
    const postgres = await withClient(project.databaseUrl, async (client) => {
      const { rows } = await client.query<{ server_version: string }>("show server_version");
      return rows[0]?.server_version ?? "";
    });
    const { version } = Object(await (await fetch(`${project.auth}/health`)).json());
    const cli = await promisify(execFile)(findSupabaseCli() ?? "", ["--version"]);
    for (const used of [postgres, `GoTrue ${String(version).replace(/^v/u, "")}`, `CLI ${cli.stdout.trim()}`])
      expect(named).toContain(used);
  });

  describeAccounts("a genuine GoTrue", async () => ({ authUrl: project.authUrl, stop: async () => undefined }));
  describeAccountsOf(() => project);
  describeCalls(() => project);
  describePages(() => project);
});
