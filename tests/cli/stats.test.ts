import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { start } from "./processes.ts";
import { cli, hosted } from "./terminal.ts";
import { useWorkplace, type Workplace } from "./workplace.ts";

const application = {
  email: "a@example.com",
  name: "A",
  role: "consultant",
  reason: "x",
  status: "pending",
  created_at: "2026-05-02T00:00:00Z",
} as const;

describe("stats", () => {
  let backend: Workplace["backend"];
  let folder: string;
  useWorkplace((place) => ({ backend, folder } = place));
  beforeAll(async () => {
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
      .insert([
        application,
        // Answered after 48 hours, and after 52.
        { ...application, status: "accepted", reviewed_at: "2026-05-04T00:00:00Z" },
        { ...application, status: "declined", reviewed_at: "2026-05-04T04:00:00Z" },
      ])
      .throwOnError();
    for (const sent_form of ["waitlist", "waitlist", "beta"] as const)
      await backend.supabase.rpc("count_trapped", { sent_form }).throwOnError();
  });
  const stats = (...argv: string[]) =>
    cli(["stats", ...argv], { env: hosted(backend), folder, clock: () => new Date("2026-05-06T12:00:00Z") });

  const today = new Date().toISOString().slice(0, 10);
  it("counts by day in UTC, empty days too", async () => {
    expect(JSON.parse((await stats("--json")).out)).toEqual({
      period: { since: null, until: "2026-05-06T12:00:00.000Z" },
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
      rarer_sources: { sources: 0, count: 0 },
      applications: [
        { role: "consultant", status: "accepted", count: 1 },
        { role: "consultant", status: "declined", count: 1 },
        { role: "consultant", status: "pending", count: 1 },
      ],
      trapped: [
        { start: today, form: "beta", count: 1 },
        { start: today, form: "waitlist", count: 2 },
      ],
      reviews: {
        pending: 1,
        overdue: 1,
        oldest_pending_at: "2026-05-02T00:00:00+00:00",
        to_be_answered: 3,
        in_time: 1,
        median_seconds: 50 * 3600,
      },
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
    expect(out).toContain(
      "Answers to applications, promised within 48 hours\noverdue         1\nin time         1  33.3 %\nmedian time  50 h\n",
    );
    expect(out).toContain("Forms filled by machines, not stored\nwaitlist  2\nbeta      1\n");
    expect(code).toBe(0);
  });

  it("uses colours where they are wanted, never with NO_COLOR, and ASCII in a locale without UTF-8", async () => {
    const out = async (env: Record<string, string>) =>
      (await start(["stats"], { ...hosted(backend), ...env }, folder).done).out;
    const colored = await out({ FORCE_COLOR: "1", LANG: "C", LC_CTYPE: "de_DE.utf8" });
    expect([colored.includes("\u001B[1mWaitlist"), colored.includes("█")]).toEqual([true, true]);
    const plain = await out({ FORCE_COLOR: "1", NO_COLOR: "1", LANG: "en_GB.UTF-8", LC_ALL: "C" });
    expect([plain.includes("\u001B"), plain.includes("█")]).toEqual([false, false]);
  });

  it("writes a page that needs no other file", async () => {
    expect(await stats("--html", "launch.html")).toMatchObject({ code: 0, out: "" });
    const html = await readFile(join(folder, "launch.html"), "utf8");
    expect(html).toContain("<p>All until 2026-05-06 12:00 UTC</p>");
    expect(html.match(/<rect /gu)).toHaveLength(5);
    expect(html).toContain(
      '<tr><th scope="row">a-b</th><td class="b"><i style="width:50.0%"></i></td><td class="n">2</td><td class="n">50.0 %</td>',
    );
    expect(html).toContain("<title>2026-05-02: 2</title>");
    // The site's own colours, in both schemes.
    const [sea, nightSea] = (await readFile("components/tokens.css", "utf8")).matchAll(/--color-sea: (#\w+);/gu);
    expect(html).toContain(`--color-sea: ${sea?.[1]}`);
    expect(html).toContain(`--color-sea: ${nightSea?.[1]}`);
    expect(html).not.toMatch(/<script|https?:|src=|url\(/u);
  });

  it("writes the page to stdout, and replaces an older one only with --force", async () => {
    const { out, err, code } = await stats("--html", "-");
    expect(out).toMatch(/^<!doctype html>[^]+<\/html>\n$/u);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    await writeFile(join(folder, "old.html"), "old");
    expect(await stats("--html", "old.html")).toMatchObject({
      code: 2,
      err: expect.stringContaining("old.html exists."),
    });
    expect(await stats("--html", "old.html", "--force")).toMatchObject({ code: 0 });
    expect(await readFile(join(folder, "old.html"), "utf8")).toBe(out);
  });

  it.each([
    [[], "All until 2026-05-06 12:00 UTC"],
    [["--since", "2026-05-02"], "2026-05-02 until 2026-05-06 12:00 UTC"],
    [["--since", "2026-05-02", "--until", "2027-01-01"], "2026-05-02 until 2026-05-06 12:00 UTC"],
  ])("says what period it shows: %j", async (argv, period) => {
    expect((await stats(...argv)).out.split("\n")[0]).toBe(period);
  });

  it.each([40, 200])("fits a terminal of %i columns", async (columns) => {
    const terminal = { columns, outIsTerminal: true };
    const { out } = await cli(["stats", "--until", "2026-05-06"], { env: hosted(backend), ...terminal });
    const chart = out.split("\n").filter((line) => /█|\d %/u.test(line));
    expect(chart.length).toBeGreaterThan(3);
    expect(Math.max(...chart.map((line) => line.length))).toBeLessThanOrEqual(columns);
    expect(out).toMatch(/█{4}/u);
  });

  it("is ASCII where the locale is not UTF-8", async () => {
    const { out } = await cli(["stats"], { env: hosted(backend), unicode: false });
    expect(out).toMatch(/^2026-05-01  #{25} +1$/mu);
    // oxlint-disable-next-line no-control-regex -- all of ASCII
    expect(out).toMatch(/^[\u0000-\u007F]+$/u);
  });

  it("shows the most frequent sources, and sums up the others", async () => {
    const people = Array.from({ length: 1004 }, (_, n) => ({
      email: `s${n}@example.com`,
      created_at: "2020-01-01T00:00:00Z",
      source: `s${Math.max(n, 1)}`,
    }));
    await backend.supabase.from("waitlist").insert(people).throwOnError();
    const [text, json, html] = [
      await stats("--until", "2020-01-02"),
      await stats("--json", "--until", "2020-01-02"),
      await stats("--html", "-", "--until", "2020-01-02"),
    ];
    await backend.supabase.from("waitlist").delete().lt("created_at", "2020-01-02").throwOnError();
    expect(text.out.match(/^s\d+ .*$/gmu)).toHaveLength(10);
    expect(text.out).toContain("%\n(993 rarer not shown)\n\nBeta applications\n");
    const { sources, rarer_sources: rarer } = JSON.parse(json.out);
    expect([sources.length, sources[0], rarer]).toEqual([1000, { source: "s1", count: 2 }, { sources: 3, count: 3 }]);
    expect(html.out).toContain("</table><p>(3 rarer not shown)</p></section>");
  });

  it("has something to show when there is no data yet", async () => {
    const { out, code } = await stats("--until", "2020-01-01");
    expect(out).toContain("Sign-ups per day\nnone yet\n");
    expect(code).toBe(0);
    const page = await stats("--html", "-", "--until", "2020-01-01");
    expect(page.out).toContain("<section><h2>Sign-ups per day</h2><p>None yet.</p></section>");
    expect(page.out).toContain("<section><h2>Sources</h2><p>None yet.</p></section>");
    expect(page.out).toContain('<td class="n">0</td><td class="n">–</td>');
  });

  it("refuses a period that has not begun, and says what time it is in UTC", async () => {
    expect(await stats("--since", "2026-05-06T14:30:00+02:00")).toEqual({
      out: "",
      err: "error: --since is in the future: it is 2026-05-06 12:00 UTC.\n",
      code: 2,
    });
    expect(await stats("--since", "2026-05-06T12:00:00Z")).toMatchObject({ code: 0 });
  });
});
