import { createServer } from "node:net";
import { Client } from "pg";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { createPostgresCalls } from "../../server/store/postgres.ts";
import { startBackend } from "../support/backend.ts";
import { eventually } from "../support/eventually.ts";
import { listen } from "../support/listen.ts";

const bucket = `waitlist:${"c".repeat(64)}`;

describe("calls on a direct connection", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let db: Client;
  beforeAll(async () => {
    backend = await startBackend();
    db = new Client({ connectionString: backend.databaseUrl });
    await db.connect();
    return async () => {
      await db.end();
      await backend.stop();
    };
  });
  /** Calls that may take a tenth of a second. */
  const hasty = (databaseUrl = backend.databaseUrl) => {
    const calls = createPostgresCalls(databaseUrl, { name: "hasty", connections: 1, timeout: 100 });
    onTestFinished(calls.close);
    return calls.call;
  };
  const take = { bucket, burst: 1, seconds_per_request: 1 };

  it("have the rights that they have over HTTP, no more, and are answered when their changes are on the disk", async () => {
    await db.query(
      "create function caller() returns text language sql as $$select current_user || ' ' || current_setting('synchronous_commit')$$",
    );
    await db.query("grant execute on function caller() to service_role");
    const { call, close } = createPostgresCalls(backend.databaseUrl, { name: "test", connections: 1, timeout: 8000 });
    onTestFinished(close);
    expect(await call("caller", {})).toBe("service_role on");
  });

  it("do nothing more when they have been given up because they took too long", async () => {
    await db.query("begin");
    await db.query("insert into rate_limits values ($1, now())", [bucket]);
    await expect(hasty()("take_rate_limit", take)).rejects.toThrow(/timeout/u);
    const running = "select from pg_stat_activity where application_name = 'hasty' and state = 'active'";
    // The query uses another connection, because a transaction goes on seeing the activity that it saw first.
    await withClient(backend.databaseUrl, (other) =>
      eventually("the database has given up, too", async () => (await other.query(running)).rowCount === 0, 5000),
    );
    await db.query("rollback");
    expect((await db.query("select from rate_limits")).rowCount).toBe(0);
  });

  it("are given up where a database takes the connection and says nothing", async () => {
    const silent = createServer();
    onTestFinished(() => void silent.close());
    const call = hasty(`postgres://nobody@127.0.0.1:${await listen(silent)}/none`);
    await expect(call("take_rate_limit", take)).rejects.toThrow(/timeout/u);
  });
});
