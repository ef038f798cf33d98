import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import type { Stack } from "../../../server/embedded/stack/stack.ts";
import { eventually } from "../../support/eventually.ts";
import { useStackFolder } from "./stackFolder.ts";

/** Joins over and over until the signal, and records each answer by its address. */
async function join(stack: Stack, name: string, answers: Map<string, number>, signal: AbortSignal): Promise<void> {
  for (let n = 0; !signal.aborted; n++) {
    const email = `${name}-${n}@example.com`;
    const { status } = await fetch(`${stack.url}/rest/v1/waitlist`, {
      method: "POST",
      headers: { apikey: stack.keys.secretKey, "content-type": "application/json" },
      body: JSON.stringify({ email }),
    });
    answers.set(email, status);
  }
}

/** Process ids of the stack's own database backends, in any order. */
const backends = async (stack: Stack): Promise<number[]> => {
  const { rows } = await withClient(stack.databaseUrl, (sql) =>
    sql.query<{ pid: number }>(
      "select pid from pg_stat_activity where application_name = 'keelbook' order by random()",
    ),
  );
  return rows.map(({ pid }) => pid);
};

const terminate = (stack: Stack, pid: number) =>
  withClient(stack.databaseUrl, (sql) => sql.query("select pg_terminate_backend($1)", [pid]));

/** Longest wait for PostgreSQL's crash recovery, in ms: it syncs every file of the folder, to a disk that others use too. */
const recoveryTimeout = 45_000;

describe("a database connection that dies while in use", () => {
  const folder = useStackFolder();

  it("fails only the requests on it, which are answered 503, and loses nobody", async () => {
    await folder.prepare();
    const stack = await folder.start();
    const answers = new Map<string, number>();
    const end = new AbortController();
    const visitors = Array.from({ length: 6 }, (_, n) => join(stack, `visitor-${n}`, answers, end.signal));
    const joined = () => [...answers].filter(([, status]) => status === 201).map(([email]) => email);
    for (let round = 0; round < 4; round++) {
      await sleep(60);
      for (const pid of (await backends(stack)).slice(0, 2)) await terminate(stack, pid);
    }
    // After a SIGKILL of one backend, PostgreSQL ends all the others and restarts. Until it notices, they go on.
    const before = await backends(stack);
    const [victim] = before;
    if (victim !== undefined) process.kill(victim, "SIGKILL");
    await eventually(
      "the recovery",
      () =>
        backends(stack).then(
          (pids) => pids.length > 0 && !pids.some((pid) => before.includes(pid)),
          () => false,
        ),
      recoveryTimeout,
    );
    const recovered = joined().length;
    await eventually("joins after the crash", async () => joined().length > recovered + 12);
    end.abort();
    await Promise.all(visitors);
    expect([...new Set(answers.values())].sort()).toEqual([201, 503]);
    const { rows } = await withClient(stack.databaseUrl, (sql) => sql.query("select email from public.waitlist"));
    const stored = new Set(rows.map(({ email }) => String(email)));
    expect(joined().filter((email) => !stored.has(email))).toEqual([]);
  });
});
