import { sql } from "kysely";
import { Client } from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { connectLite, type LiteConnection } from "../../../server/embedded/lite/connection.ts";

describe("the end of lite's transactions", () => {
  let lite: LiteConnection;
  beforeAll(() => {
    lite = connectLite(inject("clusterUrl"));
  });
  afterEach(() => vi.restoreAllMocks());
  afterAll(() => lite.close());

  it("is an error if PostgreSQL has rolled back what was to be committed, because a statement had failed", async () => {
    const ended = lite.connection.kysely.transaction().execute(async (transaction) => {
      await expect(sql`select 1 / 0`.execute(transaction)).rejects.toThrow("division by zero");
    });
    await expect(ended).rejects.toThrow("rolled back instead of committed");
    expect((await sql`select 1 as one`.execute(lite.connection.kysely)).rows).toEqual([{ one: 1 }]);
  });

  it("leaves nothing of it to the next request if the rollback fails", async () => {
    const query = Object.getOwnPropertyDescriptor(Client.prototype, "query")?.value;
    vi.spyOn(Client.prototype, "query").mockImplementation(function ask(this: Client, ...asked: unknown[]) {
      if (asked[0] === "rollback") throw new Error("canceling statement due to user request");
      return query.apply(this, asked);
    });
    const ended = lite.connection.kysely.transaction().execute(async (transaction) => {
      await sql.raw('SET LOCAL ROLE "pg_monitor"').execute(transaction);
      await sql`select 1`.execute(transaction);
      throw new Error("changed its mind");
    });
    await expect(ended).rejects.toThrow("canceling statement");
    vi.restoreAllMocks();
    const { rows } = await sql`select current_user as who`.execute(lite.connection.kysely);
    expect(rows).toEqual([{ who: "postgres" }]);
  });
});

it("a lost connection to the database is reported as something that can be repeated", async () => {
  const { connection, answering, close } = connectLite(inject("clusterUrl"));
  onTestFinished(close);
  const answer = await answering(async () => {
    await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection.kysely).catch(() => undefined);
    return new Response(null, { status: 500 });
  });
  expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: "PGRST001" })]);
});
