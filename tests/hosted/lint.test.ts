import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { roleUrl, templateDatabase } from "./support/database.ts";
import { checkedMajor, startDebianPostgres } from "./support/debianPostgres.ts";
import { findSupabaseCli, supabaseCli } from "./support/supabaseCli.ts";

const program = findSupabaseCli();
const skipReason =
  (program === undefined && "no package carries the Supabase CLI for this platform") ||
  (checkedMajor === undefined &&
    "PostgreSQL's extension plpgsql_check is not here: apt-get install postgresql-15-plpgsql-check");

/** `supabase db lint` runs plpgsql_check on every function. Debian has that extension for PostgreSQL 15; the embedded PostgreSQL has none. */
describe.skipIf(skipReason)(
  `the functions of the database, linted${skipReason ? ` (left out: ${skipReason})` : ""}`,
  () => {
    let cluster: Awaited<ReturnType<typeof startDebianPostgres>>;
    let cli: Awaited<ReturnType<typeof supabaseCli>>;
    const asAdmin = (sql: string) =>
      withClient(roleUrl(cluster.url, "supabase_admin", templateDatabase), (client) => client.query(sql));
    const lint = () => {
      const url = roleUrl(cluster.url, "postgres", templateDatabase);
      return cli.run([
        "db",
        "lint",
        `--remote=${url}`,
        "--schema",
        "public",
        "--level",
        "warning",
        "--fail-on",
        "warning",
      ]);
    };
    beforeAll(async () => {
      cluster = await startDebianPostgres(checkedMajor ?? "");
      cli = await supabaseCli(program ?? "");
      // In a hosted project `postgres` may create this extension itself.
      await asAdmin("create extension plpgsql_check schema extensions");
    });
    afterAll(async () => {
      await cli.remove();
      await cluster.stop();
    });

    it("have no fault", async () => {
      const { code, all } = await lint();
      expect(all).toContain("No schema errors found");
      expect(code).toBe(0);
    });

    it("have a planted one", async () => {
      await asAdmin(
        "create function public.faulty() returns void language plpgsql set search_path = '' as $$ begin perform missing from public.waitlist; end $$",
      );
      const { code, all } = await lint();
      expect(all).toContain("faulty");
      expect(code).not.toBe(0);
    });
  },
);
