import { describe, expect, it, onTestFinished } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { thisRelease } from "../../server/lib/release.ts";
import { startBackend } from "../support/backend.ts";

describe("GET /health", () => {
  it("tries what a join needs, stores nothing, and asks the database once a second at most", async () => {
    const backend = await startBackend();
    onTestFinished(() => backend.stop());
    const sql = (text: string) =>
      withClient(backend.databaseUrl, async (client) => (await client.query<Record<string, unknown>>(text)).rows);
    const health = async () => (await backend.request("/health", {})).status;
    // A sequence also counts rows that are rolled back. Transaction ids would count other tests, which use the
    // same PostgreSQL.
    await sql(`create sequence checks;
      create function count_check() returns trigger language plpgsql security definer as $$
        begin perform nextval('public.checks'); return null; end $$;
      create trigger count_check after insert on system_times for each statement execute function count_check()`);
    const started = performance.now();
    await Promise.all(Array.from({ length: 100 }, health));
    const seconds = (performance.now() - started) / 1000;
    const [{ checks } = {}] = await sql("select case when is_called then last_value else 0 end as checks from checks");
    expect(await health()).toBe(200);
    expect(Number(checks)).toBeGreaterThan(0);
    expect(Number(checks)).toBeLessThanOrEqual(Math.ceil(seconds + 2));
    expect(await sql("select (select count(*) from waitlist) + (select count(*) from spent_captchas) as kept")).toEqual(
      [{ kept: "0" }],
    );
  });

  it.each([
    ["captchas cannot be spent", "revoke insert on public.spent_captchas from service_role"],
    ["nothing lasting can be written", "alter table public.system_times rename to gone"],
  ])("says that the store is down when %s", async (_, breakage) => {
    const backend = await startBackend();
    onTestFinished(() => backend.stop());
    await withClient(backend.databaseUrl, (client) => client.query(breakage));
    const answer = await backend.request("/health", {});
    expect(answer.status).toBe(503);
    expect(await answer.json()).toEqual({ status: "down", down: ["store"], version: thisRelease() });
  });
});
