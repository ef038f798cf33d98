import { readFile } from "node:fs/promises";
import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, it } from "vitest";
import type { PeoplePage } from "../../scripts/desk/page/api.ts";
import type { DeskFilterTexts, FilterName } from "../../server/contract/peopleFilter.ts";
import { useDesk } from "./desk.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { run, printed, query, list, file, write, backend } = useCommands();

/** Ada referred Bo, and she referred Cy from her network; they answered the questions. */
beforeEach(() =>
  query(`truncate visits;
    insert into waitlist (email, created_at, joined_at, confirmed_at, source, share_code, referred_by, sender_credit, answers) values
      ('ada@x.org', now() - interval '9 days', now() - interval '9 days', now(), 'may', 'ADA00000', null, null, '{"invoices": "21+", "retired": "yes"}'),
      ('bo@x.org', now() - interval '1 millisecond', now() - interval '1 millisecond', now(), null, 'B0000000', 'ADA00000', 'counted', '{"invoices": "21+", "time": "taxes"}'),
      ('cy@x.org', now(), now(), now(), 'may', 'CY000000', 'ADA00000', 'same_network', '{}');
    update waitlist set friends = 1 where email = 'ada@x.org';
    update waitlist set invited_at = now(), invite_code = '0123456789ABCDEF', redeemed_at = now() where email = 'bo@x.org';
    insert into beta_applications (email, name, role, reason) values ('ada@x.org', 'A', 'other', 'x');
    insert into visits (quarter, source, visits) values
      (now(), 'may', 5), (now(), '', 2), (now() - interval '8 days', 'may', 10)`),
);

it("export has codes, friends and answers", async () => {
  expect(parse(await printed("export", "waitlist"), { columns: true })).toMatchObject([
    {
      email: "ada@x.org",
      share_code: "ADA00000",
      referred_by: "",
      friends: "1",
      answer_invoices: "21+",
      answer_time: "",
      other_answers: '{"retired":"yes"}',
    },
    {
      email: "bo@x.org",
      referred_by: "ADA00000",
      sender_credit: "counted",
      invite_code: "0123456789ABCDEF",
      friends: "0",
      answer_time: "taxes",
    },
    { email: "cy@x.org", sender_credit: "same_network", answer_invoices: "" },
  ]);
});

it("import refuses an answer that there is not, and a code that is none, with their lines", async () => {
  await write(
    "a.csv",
    "email,share_code,answer_invoices,invite_code\nc@x.org,EVE00000,,0123456789ABCDEF\nd@x.org,,many,\ne@x.org,UUUUUUUU,,\nf@x.org,,0-5,\ng@x.org,,,ABC\n",
  );
  expect(await run(["import", "waitlist", "a.csv"])).toMatchObject({ code: 1 });
  const rejects = await readFile(file("a.csv.rejects.csv"), "utf8");
  expect(rejects).toMatch(
    /3,.*answer_invoices: Choose from 0-5, 6-20, 21\+\.[^]*4,share_code is not a share code\.[^]*6,invite_code is not an invite code\./u,
  );
  expect(await list("select answers from waitlist where email = 'f@x.org'")).toEqual([{ invoices: "0-5" }]);
});

describe("stats", () => {
  it("shows who referred whom, what people answered, and what came of visits by source", async () => {
    const { movement, ...report } = JSON.parse((await run(["stats", "--json"])).out);
    expect(report).toMatchObject({
      answered: { invoices: 2, time: 1 },
      friends: { joined: 2, credits: { counted: 1, same_network: 1 } },
      referrers: [{ email: "ada@x.org", share_code: "ADA00000", friends: 1 }],
    });
    const line = { span: "month", total: false, confirmed: 2 };
    expect(movement.filter(({ span }: { span: string }) => span === "month")).toMatchObject([
      { total: true, visits: 17, joined: 3, confirmed: 3, applied: 1, invited: 1, redeemed: 1 },
      { ...line, source: "may", visits: 15, joined: 2, applied: 1, invited: 0 },
      { ...line, source: null, visits: 2, joined: 1, confirmed: 1, applied: 0 },
    ]);
    const today = { span: "today", total: true, visits: 7, joined: 2, confirmed: 3 };
    expect(movement).toContainEqual(expect.objectContaining(today));
    expect((await run(["stats"])).out).toMatch(/^30 days +17 +3 +3 +1 +1 +1$/mu);
  });

  it("counts today by the clock of the operator's time zone", async () => {
    // It is about noon in these time zones, far from another day; the second is three quarters of an hour off,
    // as in Nepal and on the Chatham Islands.
    const [hours] = await list("select to_char(12 - extract(hour from now() at time zone 'UTC'), 'SGFM00')");
    for (const zone of [`${hours}:00`, `${hours}:45`]) {
      const posix = `<${zone}>${zone.replace(/^[+-]/u, (sign) => (sign === "+" ? "-" : "+"))}`;
      await query(`delete from visits; insert into visits (quarter, source, visits)
        select midnight - interval '15 minutes' * before, '', visits from (values (0, 4), (1, 8)) v(before, visits),
          (select date_trunc('day', now() at time zone '${posix}') at time zone '${posix}' as midnight) m`);
      const today = `select line -> 'visits' from jsonb_array_elements(movement_report('${posix}')) line
        where line ->> 'span' = 'today' and (line -> 'total')::boolean`;
      expect(await list(today)).toEqual([4]);
    }
    await query(`select count_visit('may', 'visits:${"c".repeat(64)}', 1, 1)`);
    const counted = "select extract(epoch from now() - quarter) < 900 from visits where source = 'may'";
    expect(await list(counted)).toEqual([true]);
  });
});

it("each filter chooses the same people in export, notify, stats and on the desk", async () => {
  await query(
    `update waitlist set tags = '{vip,beta}' where email = 'ada@x.org'; update waitlist set tags = '{beta}' where email = 'bo@x.org';
    update waitlist set friends = 1 where email = 'ada@x.org';
    update waitlist set invited_at = now(), invite_code = 'ADA0000000000000' where email = 'ada@x.org';
    insert into waitlist (email, created_at, confirmed_at, unsubscribed_at, source) values ('di@x.org', now() - interval '9 days', now(), now(), 'june');
    select suppress_email('di@x.org', 'bounced'), suppress_email('bo@x.org', 'unsubscribed')`,
  );
  const clock = () => new Date();
  const yesterday = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  const { post } = await useDesk({ env: hosted(backend()), clock });
  const sorted = (emails: string[]) =>
    emails
      .map((email) => email.split("@")[0])
      .toSorted()
      .join(" ");
  type Case = readonly [argv: readonly string[], request: DeskFilterTexts, expected: string];
  // Each filter has a case.
  const cases: Record<FilterName | "together" | "nobody", readonly Case[]> = {
    source: [[["--source", "may"], { source: "may" }, "ada cy"]],
    answer: [[["--answer", "invoices=21+"], { answer: "invoices:21+" }, "ada bo"]],
    referral: [
      [["--friends"], { referral: "referrer" }, "ada"],
      [["--friends", "referred"], { referral: "referred" }, "bo cy"],
    ],
    tag: [[["--tag", "vip"], { tag: "vip" }, "ada"]],
    since: [
      [["--since", "yesterday"], { since: "yesterday" }, "bo cy"],
      [["--since", "7d"], { since: "7d" }, "bo cy"],
      [["--since", yesterday], { since: yesterday }, "bo cy"],
    ],
    until: [],
    notTag: [[["--not-tag", "vip"], { notTag: "vip" }, "bo cy di"]],
    product: [
      [["--invited"], { product: "invited" }, "ada bo"],
      [["--not-invited"], { product: "not-invited" }, "cy di"],
      [["--came"], { product: "came" }, "bo"],
      [["--not-came"], { product: "not-came" }, "ada"],
    ],
    delivery: [[["--bounced"], { delivery: "bounced" }, "di"]],
    together: [
      [["--tag", "beta", "--friends", "referred"], { tag: "beta", referral: "referred" }, "bo"],
      [["--since", "10d", "--source", "may", "--tag", "vip"], { since: "10d", source: "may", tag: "vip" }, "ada"],
      [["--not-came", "--not-tag", "beta"], { product: "not-came", notTag: "beta" }, ""],
    ],
    nobody: [[["--tag", "none"], { tag: "none" }, ""]],
  };
  for (const [argv, request, expected] of Object.values(cases).flat()) {
    const chosen = expected === "" ? [] : expected.split(" ");
    const n = chosen.length;
    // A person whose mail bounced is listed, but not mailed.
    const mailed = chosen.filter((name) => name !== "di").length;
    const rows: { email: string }[] = parse(await printed("export", "waitlist", ...argv), { columns: true });
    const listed: PeoplePage = JSON.parse((await post("people", { order: "newest", ...request })).body);
    const wave = { what: "launch", order: "oldest", ...request };
    const order = "referral" in request ? "friends" : "oldest";
    const dry = (await run(["notify", "launch", "--dry-run", "--order", order, ...argv])).err;
    expect([argv, sorted(rows.map(({ email }) => email))]).toEqual([argv, expected]);
    expect([argv, sorted(listed.people.map(({ email }) => email))]).toEqual([argv, expected]);
    expect([argv, JSON.parse((await run(["stats", "--json", ...argv])).out).waitlist.total]).toEqual([argv, n]);
    expect([argv, JSON.parse((await post("wave", wave)).body).people]).toEqual([argv, mailed]);
    expect([argv, dry]).toEqual([
      argv,
      expect.stringMatching(
        mailed === 0 ? /nobody to notify with (?:the tag none|no tag|a mail that bounced)/u : `To ${mailed} p`,
      ),
    ]);
  }
  // The desk has no filter of a latest time.
  const earlier = ["--until", yesterday];
  expect(parse(await printed("export", "waitlist", ...earlier), { columns: true })).toMatchObject([
    { email: "ada@x.org" },
    { email: "di@x.org" },
  ]);
  expect(JSON.parse((await run(["stats", "--json", ...earlier])).out).waitlist.total).toBe(2);
  expect((await run(["notify", "launch", "--dry-run", ...earlier])).err).toContain("To 1 p");
  const part = await run(["stats", "--tag", "beta"]);
  expect(part.out).toContain("\nInvited ");
  expect(part.out).not.toContain("visits");
  expect((await post("people", { order: "newest", since: "soon" })).body).toContain("Give a day such as");
});

it("filters refuse what they do not know, and what does not fit", async () => {
  for (const [argv, why] of [
    [["export", "waitlist", "--tag", "V.I.P."], "32 small letters"],
    [["export", "waitlist", "--friends", "many"], "referrer, referred"],
    [["export", "waitlist", "--since", "tomorrow"], "yesterday, or 7d"],
    [["notify", "launch", "--since", "7d", "--until", "8d", "--dry-run"], "--since must be before --until."],
    [["export", "beta", "--tag", "vip"], "are for `export waitlist`"],
    [
      ["export", "history", "--not-came"],
      "--not-tag, --answer, --friends, --invited, --not-invited, --came, --not-came, --bounced",
    ],
    [["export", "waitlist", "--bounced", "--mailable"], "--bounced contradicts --mailable"],
    [["stats", "--came", "--not-came"], "--came and --not-came exclude each other"],
    [["stats", "--not-tag", "V.I.P."], "32 small letters"],
  ] as const)
    expect(await run([...argv])).toMatchObject({ code: 2, err: expect.stringContaining(why) });
});

it("notify starts with those who referred most friends, and mails only those who gave an answer", async () => {
  await query("update waitlist set created_at = now() + interval '1 hour' where email = 'ada@x.org'");
  const launch = (...argv: string[]) => run(["notify", "launch", "--yes", ...argv]);
  const notified = () => list("select email from waitlist where notified order by 1");
  expect((await launch("--order", "friends", "--wave", "1")).err).toContain(
    "To 1 person of 3 who are to be notified: a…@x.org",
  );
  expect(await notified()).toEqual(["ada@x.org"]);
  await launch("--answer", "time=taxes");
  expect(await notified()).toEqual(["ada@x.org", "bo@x.org"]);
  expect((await launch("--answer", "time=taxes")).err).toContain(
    "There is nobody to notify with the answer taxes to time.",
  );
  await launch("--order", "friends");
  expect(await notified()).toHaveLength(3);
  expect(await launch("--answer", "time=rest")).toMatchObject({
    code: 2,
    err: expect.stringContaining("invoices, payments"),
  });
});

it("erase takes a person's code from the friends that they sent, who stay", async () => {
  expect(await run(["erase", "ada@x.org", "--yes"])).toMatchObject({ code: 0 });
  expect(await list("select referred_by from waitlist")).toEqual([null, null]);
});

it("prune forgets old counts of visits", async () => {
  await query("update visits set quarter = quarter - interval '91 days' where visits = 10");
  expect(await run(["prune"])).toMatchObject({ code: 0 });
  expect(await list("select visits from visits order by 1")).toEqual([2, 5]);
});

it("the desk's order of friends is that of places, also across pages, and a person's place is on the desk and in show", async () => {
  await query(`insert into waitlist (email, created_at, confirmed_at, unsubscribed_at, friends)
    select 'p' || n || '@x.org', '2026-04-01'::timestamptz + n * 7919 % 250 / 3 * interval '1 second', now(),
      case when n = 7 then now() end, n % 3 from generate_series(1, 247) n`);
  const { get, post } = await useDesk({ env: hosted(backend()) });
  const seen: string[] = [];
  for (let after: PeoplePage["next"], first = true; first || after; first = false) {
    const page: PeoplePage = JSON.parse((await post("people", { order: "friends", ...(after && { after }) })).body);
    seen.push(...page.people.map(({ id }) => id));
    after = page.next;
  }
  expect(seen).toEqual(await list("select id from waitlist order by friends desc, created_at, id"));
  const [left] = await list("select id from waitlist where email = 'p7@x.org'");
  expect(await get(`people/${String(left)}`)).toMatchObject({ place: null });
  const placed = seen.filter((id) => id !== left);
  for (const n of [0, 99, 100, 199, 248]) expect([n, (await get(`people/${placed[n]}`)).place]).toEqual([n, n + 1]);
  const [ada] = await list("select id from waitlist where email = 'ada@x.org'");
  const { out } = await run(["show", "ada@x.org"], { outIsTerminal: true });
  expect(out).toMatch(new RegExp(`^ada@x\\.org {2}confirmed\nplace +${placed.indexOf(String(ada)) + 1}\n`, "u"));
});
