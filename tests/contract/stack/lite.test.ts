import { sql } from "kysely";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { connectLite } from "../../../server/embedded/lite/connection.ts";

describe("the connection of lite", () => {
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

  it("is reported as something that can be repeated when the database ends it", async () => {
    const { connection, answering } = connect();
    const answer = await answering(async () => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection.kysely).catch(() => undefined);
      return new Response(null, { status: 500 });
    });
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code: "PGRST001" })]);
  });
});
