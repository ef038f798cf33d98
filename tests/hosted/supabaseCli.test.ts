import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, inject, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { onPort } from "../support/databaseSocket.ts";
import { roleUrl, templateDatabase } from "./support/database.ts";
import { findSupabaseCli, refuseUpdateWithout, supabaseCli } from "./support/supabaseCli.ts";

const program = findSupabaseCli();
const oxfmt = fileURLToPath(new URL("../../node_modules/.bin/oxfmt", import.meta.url));

it("writes no types anew without the Supabase CLI, and names the command that installs it", () => {
  expect(() => refuseUpdateWithout(undefined)).toThrow(/: npm install --no-save @supabase\/cli-\S+@\d+\.\d+\.\d+$/u);
});

/** Tests what Supabase's CLI says of the migrated database. */
describe.skipIf(program === undefined)("the Supabase CLI", () => {
  let cli: Awaited<ReturnType<typeof supabaseCli>>;
  let cluster: Awaited<ReturnType<typeof onPort>>;
  beforeAll(async () => {
    cli = await supabaseCli(program ?? "");
    cluster = await onPort(inject("hostedClusterUrl"));
  });
  afterAll(async () => {
    await cluster.stop();
    await cli.remove();
  });

  it("generates the types that the product uses; written anew with `npx vitest run tests/hosted/supabaseCli.test.ts -u`", async () => {
    const url = roleUrl(cluster.url, "postgres", templateDatabase);
    const { out } = await cli.run(["gen", "types", "--lang", "typescript", "--schema", "public", `--remote=${url}`]);
    // A remark about the connection without TLS precedes the types.
    const types = out.slice(out.indexOf("export type Json"));
    const formatted = execFileSync(oxfmt, ["--stdin-filepath", "generated.ts"], { input: types, encoding: "utf8" });
    await expect(formatted).toMatchFileSnapshot("../../server/supabase/generated.ts");
  });

  it("gives no advice, but finds a planted fault", async () => {
    const admin = roleUrl(inject("hostedClusterUrl"), "postgres", "postgres");
    const name = `advised_${process.pid}`;
    const onAdmin = (sql: string) => withClient(admin, async (client) => void (await client.query(sql)));
    await onAdmin(`create database ${name} template ${templateDatabase} owner postgres`);
    const url = roleUrl(cluster.url, "postgres", name);
    const advise = () => cli.run(["db", "advisors", `--remote=${url}`, "--level", "warn", "--fail-on", "warn"]);
    expect(await advise()).toMatchObject({ code: 0, all: expect.stringContaining("No issues found") });
    await withClient(url, (client) =>
      client.query("create table public.leak (email text); grant select on public.leak to anon"),
    );
    const planted = await advise();
    await onAdmin(`drop database ${name} with (force)`);
    expect(planted.all).toContain("leak");
    expect(planted.code).not.toBe(0);
  });
});
