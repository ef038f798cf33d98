import { sql } from "kysely";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { StackError } from "../../../server/embedded/errors/stackError.ts";
import { apply } from "../../../server/embedded/database/migrate.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
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

describe("a migration", () => {
  it.each([
    ["select 1;\n-- 𝔘nÿ\n  create tabel a ();\n", ':3: syntax error at or near "tabel"\n  create tabel a ();'],
    [
      "select 1;\ncreate function pg_temp.a() returns int language plpgsql as $$\nbegin\n  retrun 1;\nend $$;\n",
      ':4: syntax error at or near "retrun"\n  retrun 1;',
    ],
    ["do $$ begin raise 'no place'; end $$;\n", ": no place"],
  ])("with a mistake is named with the line and its text: %j", async (text, said) => {
    const failing = withClient(inject("clusterUrl"), (client) =>
      apply(client, { version: "1", name: "x", sql: text, sha256: "" }),
    );
    await expect(failing).rejects.toThrow(new StackError(`supabase/migrations/1_x.sql${said}`));
  });
});
