import { readFile, writeFile } from "node:fs/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { CliError } from "../../scripts/cli/errors.ts";
import { importTable, type ImportOptions } from "../../scripts/commands/import/run.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { eventually } from "../support/eventually.ts";
import { contextOn } from "./contextOn.ts";
import { useImports } from "./importing.ts";

const taken = "0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d";
const people = [
  "id,email,created_at,source,unsubscribed_at",
  `${taken},refused@example.com,2026-05-01,,`,
  ",listed@example.com,2026-05-01,,2026-05-02",
  ",erased@example.com,2026-05-01,,",
  "not a uuid,wrong@example.com,,,",
  ...Array.from({ length: 4500 }, (_, index) => `,p${index}@example.com,2026-05-03,"Facebook Ads",`),
  ",p1@example.com,2026-05-03,,2026-05-04",
];

describe("an import on a connection to the database itself", () => {
  const { backend, file, query } = useImports();
  beforeEach(async () => {
    await query(
      `insert into waitlist (id, email) values ('${taken}', 'first@example.com'), (gen_random_uuid(), 'listed@example.com')`,
    );
    await query("select suppress_email('erased@example.com', 'erased')");
    await writeFile(file("people.csv"), people.join("\n"));
  });

  async function imported(
    direct: boolean,
    options: Partial<ImportOptions> = {},
    signal = new AbortController().signal,
  ) {
    const databaseUrl = direct ? backend().databaseUrl : undefined;
    const { context, written } = contextOn(backend(), { folder: file("."), signal, databaseUrl });
    const error: unknown = await importTable(context, "waitlist", "people.csv", {
      map: [],
      meaning: [],
      yes: true,
      rejects: "rejects.csv",
      ...options,
    }).then(
      () => undefined,
      (failure: unknown) => failure,
    );
    return { said: written.err, error, rejects: await readFile(file("rejects.csv"), "utf8").catch(() => "") };
  }
  const stored = () =>
    query("select email, source, created_at::date::text, unsubscribed_at::date::text from waitlist order by email");

  it.each<Partial<ImportOptions>>([{}, { dryRun: true }, { overrideSuppression: true }])(
    "does and says what one by REST does: %j",
    async (options) => {
      const before = await stored();
      const byRest = { ...(await imported(false, options)), rows: await stored() };
      await query("delete from waitlist where email not in ('first@example.com', 'listed@example.com')");
      await query("update waitlist set unsubscribed_at = null");
      await query("truncate email_suppressions");
      await query("select suppress_email('erased@example.com', 'erased')");
      expect({ ...(await imported(true, options)), rows: await stored() }).toEqual(byRest);
      expect(byRest.said).toMatch(/2 rejected/u);
      expect(byRest.rejects).toContain("2,The database refuses it (23505).,");
      expect(byRest.error).toMatchObject({ code: "failed" });
      expect(byRest.rows.length > before.length).toBe(options.dryRun !== true);
    },
  );

  it("counts who occurred in an earlier batch once", async () => {
    const again = [
      { email: "new@example.com", again: true },
      { email: "listed@example.com", again: true, unsubscribed_at: "2026-05-02" },
      { email: "erased@example.com", again: true },
    ];
    const [counted] = await query(`select import_waitlist('${JSON.stringify(again)}') as counts`);
    expect(counted?.counts).toEqual({ added: 0, unsubscribed: 0, suppressed: {} });
    expect((await stored()).map(({ email }) => email)).toContain("new@example.com");
  });

  const waits = async () =>
    (
      await query(
        "select from pg_stat_activity where application_name = 'keelbook import' and wait_event_type = 'Lock'",
      )
    ).length === 1;

  it("succeeds even if another one with the same people deadlocks with it", async () => {
    await writeFile(file("people.csv"), "email\nada@example.com\ngrace@example.com\n");
    // PostgreSQL must end the import and not the other, and only once both are waiting.
    await query("alter role current_user set deadlock_timeout = '4s'");
    try {
      const importing = await withClient(backend().databaseUrl, async (other) => {
        await other.query("set deadlock_timeout = '1min'");
        await other.query("begin");
        await other.query("insert into waitlist (email) values ('grace@example.com')");
        const started = imported(true);
        await eventually("the import waits", waits);
        await other.query("insert into waitlist (email) values ('ada@example.com')");
        await other.query("commit");
        return { ended: started };
      });
      expect(await importing.ended).toMatchObject({ error: undefined, said: expect.stringContaining("2 duplicates") });
    } finally {
      await query("alter role current_user reset deadlock_timeout");
    }
  });

  /** Makes the import wait for a row until `work` has ended it. */
  async function whileWaiting(work: () => Promise<unknown>, signal?: AbortSignal) {
    return withClient(backend().databaseUrl, async (client) => {
      await client.query("begin");
      await client.query("lock table waitlist in access exclusive mode");
      const importing = imported(true, {}, signal);
      await eventually("the import waits", waits);
      await work();
      const { error } = await importing;
      await client.query("rollback");
      expect(error).toBeInstanceOf(CliError);
      return error;
    });
  }

  it("that loses the database says so", async () => {
    expect(
      await whileWaiting(() =>
        query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'keelbook import'"),
      ),
    ).toMatchObject({ code: "unreachable", message: "The database has ended the connection." });
  });

  it("is stopped at once", async () => {
    const stopping = new AbortController();
    expect(await whileWaiting(async () => stopping.abort(), stopping.signal)).toMatchObject({ code: "interrupted" });
  });

  it("that does not finish keeps an earlier rejects file, with its own lines beside it", async () => {
    const mended = "rejected line,rejection reason,email\n2,x,mended@example.com\n";
    await writeFile(file("rejects.csv"), mended);
    await query("revoke execute on function import_waitlist from service_role");
    const { said, rejects } = await imported(true);
    await writeFile(file("people.csv"), "email\na@example.com\n");
    const without = await imported(true);
    await query("grant execute on function import_waitlist to service_role");
    expect(rejects).toBe(mended);
    expect(said).toContain(`The lines that could not be imported are in ${file("rejects.csv.partial")}\n`);
    expect(await readFile(file("rejects.csv.partial"), "utf8")).toContain("\n5,id is not a UUID.,not a uuid,");
    expect(without.rejects).toBe(mended);
    expect(without.said).not.toContain("partial");
    expect((await imported(true)).rejects).toBe("");
    await expect(readFile(file("rejects.csv.partial"))).rejects.toThrow("ENOENT");
  });

  it("that is refused says why, and quotes no row", async () => {
    await query("revoke execute on function import_waitlist from service_role");
    const { error } = await imported(true);
    await query("grant execute on function import_waitlist to service_role");
    expect(error).toMatchObject({
      code: "failed",
      message: "The database refused the import (42501): permission denied for function import_waitlist",
    });
  });
});
