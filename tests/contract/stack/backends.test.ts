import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { withClient } from "../../../server/embedded/database/migrate.ts";
import { useStackFolder } from "./stackFolder.ts";

describe("a connection to the database that dies at work", () => {
  const folder = useStackFolder();

  it.each(["terminated", "killed"])("costs the requests on it alone, which are answered 503: %s", async (how) => {
    const stack = await folder.start();
    const uncaught: unknown[] = [];
    const onUncaught = (error: unknown) => uncaught.push(error);
    process.on("uncaughtExceptionMonitor", onUncaught);
    const answers = new Map<string, number>();
    let going = true;
    const visitor = async (name: string) => {
      for (let n = 0; going; n++) {
        const email = `${name}-${n}@example.com`;
        const { status } = await fetch(`${stack.url}/rest/v1/waitlist`, {
          method: "POST",
          headers: { apikey: stack.keys.secretKey, "content-type": "application/json" },
          body: JSON.stringify({ email }),
        });
        answers.set(email, status);
      }
    };
    const visitors = Array.from({ length: 12 }, (_, n) => visitor(`visitor-${n}`));
    await withClient(stack.databaseUrl, async (sql) => {
      for (let kill = 0; kill < (how === "killed" ? 1 : 12); kill++) {
        await sleep(60);
        const { rows } = await sql.query<{ pid: number }>(
          "select pid from pg_stat_activity where application_name = 'keelbook' order by random() limit 2",
        );
        expect(rows.length).toBeGreaterThan(0);
        for (const { pid } of rows)
          if (how === "killed") process.kill(pid, "SIGKILL");
          else await sql.query("select pg_terminate_backend($1)", [pid]);
      }
      // After a SIGKILL PostgreSQL ends all its backends, this one too, and starts them anew.
    }).catch((error: unknown) => expect(how).toBe(error === undefined ? "" : "killed"));
    await sleep(500);
    going = false;
    await Promise.all(visitors);
    process.off("uncaughtExceptionMonitor", onUncaught);
    expect(uncaught).toEqual([]);
    expect([...new Set(answers.values())].filter((status) => status !== 201 && status !== 503)).toEqual([]);
    const joined = [...answers].filter(([, status]) => status === 201).map(([email]) => email);
    const { rows } = await withClient(stack.databaseUrl, (sql) => sql.query("select email from public.waitlist"));
    const stored = new Set(rows.map(({ email }) => String(email)));
    expect(joined.filter((email) => !stored.has(email))).toEqual([]);
    expect(joined.length).toBeGreaterThan(12);
  });
});
