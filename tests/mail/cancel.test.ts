import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { localTime } from "../../scripts/operator/startTime.ts";
import { askBackend, fakeBackend } from "../cli/fakeBackend.ts";
import { start } from "../cli/processes.ts";
import { cli, hosted, scratchFolder, type TerminalOptions } from "../cli/terminal.ts";
import { type OutboxBench, useOutboxBench } from "./support/outboxBench.ts";
import { transportThat } from "./support/transportThat.ts";

let bench: OutboxBench;
let folder: string;
useOutboxBench((started) => (bench = started));
beforeAll(async () => {
  const scratch = await scratchFolder();
  folder = scratch.folder;
  await writeFile(join(folder, "may.md"), "# May\n\nNews.\n");
  return scratch.remove;
});

const run = (argv: string[], options: TerminalOptions = {}) => cli(argv, { env: hosted(bench), folder, ...options });
const launch = (...argv: string[]) => run(["notify", "launch", "--yes", ...argv]);
const cancel = (...argv: string[]) => run(["notify", "--yes", "--cancel", ...argv]);
const people = (count: number) =>
  bench.sql(
    `insert into public.waitlist (email, created_at, confirmed_at)
     select 'p' || n || '@example.com', '2026-05-04T00:00:00Z'::timestamptz + n * interval '1 second', now() from generate_series(1, $1::int) n`,
    [count],
  );
const emails = async (where: string) =>
  (await bench.sql<{ email: string }>(`select email from public.waitlist where ${where} order by email`)).map(
    ({ email }) => email,
  );
const queued = async () => (await bench.rows("sent_at is null")).map(({ email }) => email).toSorted();
/** The number of the newest wave. */
const newest = async () =>
  String((await bench.sql<{ wave: number }>("select max(wave) as wave from public.email_outbox"))[0]?.wave);
/** A minute that comes in two hours, as it is typed and as it is said. */
const soon = () => {
  const said = localTime(new Date(Date.now() + 7_200_000));
  return { typed: said.slice(0, 16), said };
};
/** Lets a time of waves come. */
const itIsTime = () => bench.sql("update public.email_outbox set not_before = now() where scheduled");

describe("a wave --at a time", () => {
  it("is queued now, said with the zone's offset, shown as such, and sent from then on", async () => {
    await people(3);
    const { typed, said } = soon();
    const { err } = await launch("--wave", "2", "--at", typed.replace(" ", "T"));
    expect(err).toContain(`\nFrom ${said} on.`);
    expect(err).toContain(`2 mails are in the outbox, for ${said}.\n`);
    expect(await emails("notified")).toEqual(["p1@example.com", "p2@example.com"]);
    const { taken, transport } = transportThat(() => undefined);
    expect(await bench.drain(transport)).toMatchObject({ sent: 0 });
    const wave = await newest();
    expect((await run(["mail", "status"])).out).toMatch(
      new RegExp(`^Queued +2  0 due[^]*^Scheduled +2  from ${said.replaceAll("+", "\\+")} on: wave ${wave}$`, "mu"),
    );
    // Another wave goes out before it.
    await launch();
    expect(await bench.drain(transport)).toMatchObject({ sent: 1 });
    await itIsTime();
    expect(await bench.drain(transport)).toMatchObject({ sent: 2 });
    const [first, ...others] = taken.map(({ to }) => to);
    expect([first, others.toSorted()]).toEqual(["p3@example.com", ["p1@example.com", "p2@example.com"]]);
    expect((await run(["mail", "status"])).out).not.toContain("Scheduled");
  });

  it("is counted by itself when it begins, and keeps its time where a clock was ahead", async () => {
    await people(300);
    await launch("--at", soon().typed, "--wave", "100");
    await launch();
    const { transport } = transportThat(({ to }) => (/^p(?:[1-9]|10)@/u.test(to) ? "undeliverable" : undefined));
    await bench.sql(
      "update public.email_outbox set not_before = not_before + interval '20 days' where not_before > now()",
    );
    await bench.drain(transport);
    expect(await bench.rows("sent_at is not null")).toHaveLength(200);
    await itIsTime();
    await bench.drain(transport);
    expect((await run(["mail", "status"])).err).toMatch(/paused, as 10 of 100 bounced/u);
  });

  it("that a person asks for earlier goes out at once, and is no part of the wave then", async () => {
    await people(1);
    await bench.sql("update public.waitlist set confirmed_at = null");
    await run(["notify", "confirm", "--yes", "--at", soon().typed]);
    await bench.sql("select public.enqueue_asked_email('waitlist-confirmation', 'p1@example.com')");
    expect((await cancel("confirm")).err).toContain("0 mails were taken back.");
    const { transport } = transportThat(() => undefined);
    expect(await bench.drain(transport)).toMatchObject({ sent: 1 });
  });

  it.each([
    ["tomorrow", "Give a day and a time of this machine's zone, at most 30 days ahead"],
    ["2026-02-30 09:00", "There is no 2026-02-30 09:00 here."],
    ["2026-05-04 09:00", /2026-05-04 09:00 [+-]\d\d:\d\d is past\./u],
    ["2099-05-04 09:00", "is too far ahead."],
  ])("names the flag for %s", async (text, said) => {
    expect(await launch("--at", text)).toMatchObject({
      code: 2,
      err: expect.stringMatching(said),
    });
    expect((await launch("--at", text)).err).toContain("--at <time>");
  });
});

it("an hour that the clock leaves out in spring is none for a wave", async () => {
  const argv = ["notify", "launch", "--at", "2026-03-29 02:30"];
  const { code, err } = await start(argv, { TZ: "Europe/Berlin" }, folder).done;
  expect([code, err]).toEqual([2, expect.stringContaining("There is no 2026-03-29 02:30 here.")]);
});

describe("notify --cancel", () => {
  it("takes back what is queued of a launch, as if those people had not been notified", async () => {
    await people(4);
    await bench.sql(
      "update public.waitlist set invited_at = '2026-06-01T00:00:00Z', invite_code = 'P400000000000000' where email = 'p4@example.com'",
    );
    await bench.sql("insert into public.system_times (name) values ('webhook_asked')");
    const before = await bench.sql("select * from public.waitlist order by email");
    await launch();
    const { taken, transport } = transportThat(() => undefined);
    await bench.sql(
      "update public.email_outbox set not_before = not_before + interval '1 hour' where email <> 'p1@example.com'",
    );
    await bench.drain(transport);
    const wave = await newest();
    const asked = await run(["notify", "--cancel", "launch"], { answers: ["n"] });
    expect(asked).toMatchObject({
      code: 1,
      err: expect.stringMatching(
        new RegExp(`^Wave ${wave}, launch, queued .+ UTC: 3 mails are queued. 1 was sent already.`, "u"),
      ),
    });
    expect(await run(["notify", "--cancel", wave], { answers: ["y"] })).toMatchObject({
      code: 0,
      err: expect.stringContaining("3 mails were taken back. 1 was sent already.\n"),
    });
    expect(await queued()).toEqual([]);
    const [mailed, ...others] = await bench.sql<{ email: string }>("select * from public.waitlist order by email");
    expect([mailed?.email, taken.map(({ to }) => to)]).toEqual(["p1@example.com", ["p1@example.com"]]);
    expect(others).toEqual(before.slice(1));
    expect(await bench.sql("select type from public.webhook_events where type = 'waitlist.invited'")).toHaveLength(1);
    expect(await cancel(wave)).toMatchObject({
      code: 0,
      err: expect.stringContaining("nothing is queued. 1 was sent"),
    });
    await launch();
    await bench.drain(transport);
    expect(taken.map(({ to }) => to)).toHaveLength(4);
  });

  it("takes back an update and a request to confirm, which the same people can get again", async () => {
    await people(2);
    await bench.sql("insert into public.waitlist (email) values ('unconfirmed@example.com')");
    const update = () => run(["notify", "update", "may.md", "--name", "may", "--yes"]);
    const confirm = () => run(["notify", "confirm", "--yes"]);
    for (let round = 0; round < 2; round++) {
      await update();
      await confirm();
      expect(await queued()).toEqual(["p1@example.com", "p2@example.com", "unconfirmed@example.com"]);
      expect((await cancel("may")).err).toContain("2 mails were taken back. 0 were sent already.");
      expect((await cancel("confirm")).err).toContain("1 mail was taken back.");
      expect(await queued()).toEqual([]);
    }
    for (const table of ["email_update_recipients", "consent_events"])
      expect(await bench.sql(`select * from public.${table}`)).toEqual([]);
  });

  it("asks which, of several of one name; and says that there is none", async () => {
    await people(2);
    await launch("--wave", "1");
    await launch();
    expect(await cancel("launch")).toMatchObject({
      code: 2,
      err: expect.stringMatching(/^\d+: 1 queued\n\d+: 1 queued$/mu),
    });
    expect(await cancel("june")).toMatchObject({ code: 2, err: expect.stringContaining('no wave "june"') });
    expect(await launch("--cancel", "launch")).toMatchObject({
      code: 2,
      err: expect.stringContaining("go with `notify` itself"),
    });
    expect(await run(["notify", "--cancel", await newest()])).toMatchObject({
      code: 2,
      err: expect.stringContaining("--yes"),
    });
    expect(await queued()).toHaveLength(2);
  });

  it("leaves a mail that is being sent, and mails nobody who counts as taken back, while senders claim", async () => {
    await people(2500);
    await launch();
    const { taken, transport } = transportThat(() => undefined);
    // Two senders claim at the same moment.
    const sending = Promise.all([bench.drain(transport), bench.drain(transport)]);
    const { err } = await cancel("launch");
    await sending;
    const mailed = new Set(taken.map(({ to }) => to));
    expect(err).toMatch(/mails? (?:was|were) taken back\./u);
    expect(await queued()).toEqual([]);
    expect(await emails("notified")).toEqual([...mailed].toSorted());
    expect(taken).toHaveLength(mailed.size);
    expect(await emails("invite_code is not null")).toEqual([...mailed].toSorted());
  });

  it("can be killed and repeated, each page being whole", async () => {
    await people(5000);
    await launch();
    let calls = 0;
    const front = await fakeBackend(bench.origin, async (request) => {
      if (!request.url?.endsWith("/cancel_wave_page") || ++calls < 2) return false;
      await (await askBackend(bench.origin, request)).arrayBuffer();
      return killed.child.kill("SIGKILL");
    });
    const argv = ["notify", "--cancel", "launch", "--yes"];
    const killed = start(argv, hosted({ ...bench, origin: front.origin }), folder);
    expect((await killed.done).signal).toBe("SIGKILL");
    await front.stop();
    const left = await queued();
    expect(left).toHaveLength(1000);
    expect(await emails("notified")).toEqual(left);
    expect((await run(argv)).err).toContain("1,000 mails were taken back.");
    expect([await queued(), await emails("notified or invite_code is not null")]).toEqual([[], []]);
  });
});
