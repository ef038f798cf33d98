import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { gridStep } from "../../scripts/commands/stats/html.ts";
import { startBackend } from "../support/backend.ts";
import { start } from "./processes.ts";
import { cli, hosted, scratchFolder } from "./terminal.ts";

describe("stats", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let folder: string;
  beforeAll(async () => {
    backend = await startBackend();
    const scratch = await scratchFolder();
    folder = scratch.folder;
    const days = ["2026-05-01T23:59:59Z", "2026-05-02T00:00:00Z", "2026-05-02T12:00:00Z", "2026-05-05T08:00:00Z"];
    await backend.supabase
      .from("waitlist")
      .insert(
        days.map((created_at, index) => ({
          email: `p${index}@example.com`,
          created_at,
          notified: index === 0,
          source: index < 2 ? "a-b" : null,
        })),
      )
      .throwOnError();
    await backend.supabase
      .from("beta_applications")
      .insert({
        email: "a@example.com",
        name: "A",
        role: "consultant",
        reason: "x",
        created_at: "2026-05-02T00:00:00Z",
      })
      .throwOnError();
    for (const sent_form of ["waitlist", "waitlist", "beta"] as const)
      await backend.supabase.rpc("count_trapped", { sent_form }).throwOnError();
    return async () => {
      await scratch.remove();
      await backend.stop();
    };
  });
  const stats = (...argv: string[]) =>
    cli(["stats", ...argv], { env: hosted(backend), folder, clock: () => new Date("2026-05-06T12:00:00Z") });

  const today = new Date().toISOString().slice(0, 10);
  it("counts by day in UTC, empty days too", async () => {
    expect(JSON.parse((await stats("--json")).out)).toEqual({
      waitlist: { total: 4, notified: 1, confirmed: 0, unsubscribed: 0 },
      signups: [
        { start: "2026-05-01", count: 1 },
        { start: "2026-05-02", count: 2 },
        { start: "2026-05-03", count: 0 },
        { start: "2026-05-04", count: 0 },
        { start: "2026-05-05", count: 1 },
      ],
      sources: [
        { source: "a-b", count: 2 },
        { source: null, count: 2 },
      ],
      applications: [{ role: "consultant", status: "pending", count: 1 }],
      trapped: [
        { start: today, form: "beta", count: 1 },
        { start: today, form: "waitlist", count: 2 },
      ],
    });
  });

  it("counts by week from Monday, and within a span", async () => {
    expect(JSON.parse((await stats("--json", "--by", "week")).out)).toMatchObject({
      signups: [
        { start: "2026-04-27", count: 3 },
        { start: "2026-05-04", count: 1 },
      ],
    });
    expect(JSON.parse((await stats("--json", "--since", "2026-05-02", "--until", "2026-05-03")).out)).toMatchObject({
      waitlist: { total: 2, notified: 0 },
      trapped: [],
    });
  });

  it("draws a chart in the terminal", async () => {
    const { out, code } = await stats();
    expect(out).toContain(`Sign-ups per day
2026-05-01  █████████████████████████                           1
2026-05-02  ██████████████████████████████████████████████████  2
2026-05-03                                                      0
`);
    expect(out).toContain("notified      1  25.0 %");
    expect(out).toContain("Forms filled by machines, not stored\nwaitlist  2\nbeta      1\n");
    expect(code).toBe(0);
  });

  it("colours a terminal, and nothing else, and not with NO_COLOR", async () => {
    const escape = "\u001B[1mWaitlist";
    const out = async (env: Record<string, string>) =>
      (await start(["stats"], { ...hosted(backend), ...env }, folder).done).out;
    expect(await out({ FORCE_COLOR: "1" })).toContain(escape);
    expect(await out({})).not.toContain("\u001B");
    expect(await out({ FORCE_COLOR: "1", NO_COLOR: "1" })).not.toContain("\u001B");
  });

  it("writes a page that needs nothing else", async () => {
    expect(await stats("--html", "launch.html")).toMatchObject({ code: 0, out: "" });
    const html = await readFile(join(folder, "launch.html"), "utf8");
    expect(html).toContain("As of 2026-05-06 12:00 UTC");
    expect(html.match(/<rect /gu)).toHaveLength(5);
    expect(html).toContain("<title>2026-05-02: 2</title>");
    expect(html).not.toMatch(/<script|https?:|src=|url\(/u);
  });

  it("has something to show when there is nothing yet", async () => {
    const { out, code } = await stats("--since", "2027-01-01");
    expect(out).toContain("Sign-ups per day\nnone yet\n");
    expect(code).toBe(0);
  });

  it("puts round numbers on the axis", () => {
    expect([0, 3, 7, 60, 1381, 99_999].map(gridStep)).toEqual([1, 1, 2, 20, 500, 20_000]);
  });
});
