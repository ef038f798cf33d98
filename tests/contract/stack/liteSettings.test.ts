import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, inject, it, vi } from "vitest";
import { startBackend } from "../../support/backend.ts";
import { connectLite, type LiteConnection } from "../../../server/embedded/lite/connection.ts";

describe("the settings of lite's transactions", () => {
  let lite: LiteConnection;
  beforeAll(async () => {
    lite = await connectLite(inject("clusterUrl"));
  });
  afterAll(() => lite.close());

  const who = sql<{ who: string; method: string | null }>`
    select current_user as who, nullif(current_setting('request.method', true), '') as method`;

  it("take one statement in any call", async () => {
    const backend = await startBackend();
    const call = async (path: string, init?: RequestInit) => {
      const headers = { apikey: backend.secretKey, "content-type": "application/json" };
      await backend.unguarded(path, { ...init, headers });
      const query = vi.spyOn(Client.prototype, "query");
      const { status } = await backend.unguarded(path, { ...init, headers });
      const statements = query.mock.calls.map(([statement]) => JSON.stringify(statement));
      query.mockRestore();
      return {
        status,
        statements: statements.length,
        settings: statements.filter((text) => text.includes("set_config")),
      };
    };
    const settings = [expect.stringMatching(/select set_config\('role', \$1, true\),.+'request\.jwt\.claims'/u)];
    // Begin, settings, the query, commit. For a function, lite then runs one more query for the answer.
    expect(await call("/rest/v1/waitlist?select=id")).toEqual({ status: 200, statements: 4, settings });
    const asked = await call("/rest/v1/rpc/email_report", { method: "POST" });
    expect(asked).toEqual({ status: 200, statements: 5, settings });
    const readOnly = [expect.stringMatching(/^.+'request\.jwt\.claims'.+set_config\('transaction_read_only', /u)];
    const read = await call("/rest/v1/rpc/email_report");
    expect(read).toEqual({ status: 200, statements: 5, settings: readOnly });
    await backend.stop();
  });

  it("hold for the rest of the transaction, and end with it", async () => {
    await lite.connection.kysely.transaction().execute(async (transaction) => {
      await sql`SELECT set_config('role', ${"pg_monitor"}, true)`.execute(transaction);
      await sql`SELECT set_config('request.path', '', true)`.execute(transaction);
      await sql`SELECT set_config('request.method', ${"it's"}, true)`.execute(transaction);
      await sql.raw('SET LOCAL ROLE "pg_monitor"').execute(transaction);
      expect((await who.execute(transaction)).rows).toEqual([{ who: "pg_monitor", method: "it's" }]);
      expect((await who.execute(transaction)).rows).toEqual([{ who: "pg_monitor", method: "it's" }]);
    });
    expect((await who.execute(lite.connection.kysely)).rows).toEqual([{ who: "postgres", method: null }]);
  });

  it("make a transaction read-only", async () => {
    const statement = lite.connection.kysely.transaction().execute(async (transaction) => {
      await sql`SET LOCAL transaction_read_only = on`.execute(transaction);
      await sql`create table made_by_a_reader ()`.execute(transaction);
    });
    await expect(statement).rejects.toThrow("cannot execute CREATE TABLE in a read-only transaction");
  });

  it("do not reach another transaction if their own ends before they are used", async () => {
    const failing = lite.connection.kysely.transaction().execute(async (transaction) => {
      await sql.raw('SET LOCAL ROLE "pg_monitor"').execute(transaction);
      throw new Error("changed its mind");
    });
    await expect(failing).rejects.toThrow("changed its mind");
    await lite.connection.kysely.transaction().execute(async (transaction) => {
      await sql`SELECT set_config('request.method', ${"GET"}, true)`.execute(transaction);
      expect((await who.execute(transaction)).rows).toEqual([{ who: "postgres", method: "GET" }]);
    });
  });

  it("are refused at once when they are not texts, as a claim may be", async () => {
    const statement = lite.connection.kysely.transaction().execute(async (transaction) => {
      await sql`SELECT set_config('role', ${5}, true)`.execute(transaction);
    });
    await expect(statement).rejects.toThrow('role "5" does not exist');
  });

  it("stop the following statement when they fail", async () => {
    const statement = lite.connection.kysely.transaction().execute(async (transaction) => {
      await sql`SELECT set_config('role', ${"nobody"}, true)`.execute(transaction);
      await sql`create table made_by_nobody ()`.execute(transaction);
    });
    await expect(statement).rejects.toThrow('role "nobody" does not exist');
    const made = sql`select to_regclass('made_by_nobody') as made`;
    expect((await made.execute(lite.connection.kysely)).rows).toEqual([{ made: null }]);
  });
});
