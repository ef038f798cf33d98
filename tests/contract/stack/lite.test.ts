import { sql } from "kysely";
import { Client } from "pg";
import { afterEach, describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { connectLite } from "../../../server/embedded/lite/connection.ts";

describe("the connection of lite", () => {
  afterEach(() => vi.restoreAllMocks());
  const connect = () => {
    const lite = connectLite(inject("clusterUrl"));
    onTestFinished(lite.close);
    return lite;
  };

  it("reports a commit that PostgreSQL turned into a rollback, because a statement had failed", async () => {
    const { kysely } = connect().connection;
    const ended = kysely.transaction().execute(async (transaction) => {
      await expect(sql`select 1 / 0`.execute(transaction)).rejects.toThrow("division by zero");
    });
    await expect(ended).rejects.toThrow("rolled back instead of committed");
    expect((await sql`select 1 as one`.execute(kysely)).rows).toEqual([{ one: 1 }]);
  });

  it("leaves the role of one request to no other, even if the rollback fails", async () => {
    const { kysely } = connect().connection;
    const query = Object.getOwnPropertyDescriptor(Client.prototype, "query")?.value;
    vi.spyOn(Client.prototype, "query").mockImplementation(function ask(this: Client, ...asked: unknown[]) {
      if (asked[0] === "rollback") throw new Error("canceling statement due to user request");
      return query.apply(this, asked);
    });
    const ended = kysely.transaction().execute(async (transaction) => {
      await sql.raw('SET LOCAL ROLE "pg_monitor"').execute(transaction);
      throw new Error("changed its mind");
    });
    await expect(ended).rejects.toThrow("canceling statement");
    vi.restoreAllMocks();
    expect((await sql`select current_user as who`.execute(kysely)).rows).toEqual([{ who: "postgres" }]);
  });

  it("is reported as something that can be repeated when the database ends it", async () => {
    const { connection, answering } = connect();
    const answer = await answering(async () => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection.kysely).catch(() => undefined);
      return new Response(null, { status: 500 });
    });
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: "PGRST001" })]);
  });
});
