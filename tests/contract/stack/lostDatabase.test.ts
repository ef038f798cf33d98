import { tmpdir } from "node:os";
import { sql } from "kysely";
import { inject, it, expect } from "vitest";
import { connectLite } from "../../../server/embedded/lite/connection.ts";

it.runIf(process.platform === "linux").each([
  ["has no room for its log", "/proc", "53100"],
  ["has room", tmpdir(), "PGRST001"],
])("a lost database connection is reported as such, or as a full disk: it %s", async (_, folder, code) => {
  const { connection, answering, close } = await connectLite(inject("clusterUrl"), folder);
  try {
    const answer = await answering(async () => {
      await sql`select pg_terminate_backend(pg_backend_pid())`.execute(connection.kysely).catch(() => undefined);
      return new Response(null, { status: 500 });
    });
    expect([answer.status, await answer.json()]).toEqual([503, expect.objectContaining({ code })]);
  } finally {
    await close();
  }
});
