import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import type { PeoplePage, PeopleRequest } from "../../scripts/desk/page/api.ts";
import { useDesk } from "./desk.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { run, backend, query, list } = useCommands();

/** Opens a desk and returns the requests about people that a browser sends. */
async function useDeskOfPeople() {
  const { get, post } = await useDesk({ env: hosted(backend()) });
  const people = async (request: Partial<PeopleRequest>): Promise<PeoplePage> =>
    JSON.parse((await post("people", { order: "oldest", ...request })).body);
  const emails = async (request: Partial<PeopleRequest>) => (await people(request)).people.map(({ email }) => email);
  return { get, post, people, emails };
}

const idOf = async (email: string) => String(await list(`select id from waitlist where email = '${email}'`));

describe("people on the desk", () => {
  beforeEach(async () => {
    await query(`insert into waitlist (email, source, share_code, created_at, confirmed_at, unsubscribed_at, referred_by, sender_credit, answers, friends) values
      ('ada@example.com', 'news', 'AAAAAAAA', '2026-05-01', '2026-05-02', null, null, null, '{"invoices": "21+"}', 1),
      ('b_b@example.com', null, 'BBBBBBBB', '2026-05-02', null, null, 'AAAAAAAA', 'counted', '{}', 0),
      ('bob@example.com', null, 'CCCCCCCC', '2026-05-03', null, '2026-05-04', null, null, '{}', 0)`);
  });

  it("are filtered, searched and sorted by the server", async () => {
    const { emails, people, post } = await useDeskOfPeople();
    const all = ["ada@example.com", "b_b@example.com", "bob@example.com"];
    expect((await people({})).total).toBe(3);
    expect(await emails({})).toEqual(all);
    expect(await emails({ order: "newest" })).toEqual(all.toReversed());
    expect((await emails({ order: "friends" }))[0]).toBe("ada@example.com");
    expect(await emails({ status: "confirmed" })).toEqual(["ada@example.com"]);
    expect(await emails({ status: "unconfirmed" })).toEqual(["b_b@example.com"]);
    expect(await emails({ status: "unsubscribed" })).toEqual(["bob@example.com"]);
    expect(await emails({ source: "news", answer: "invoices:21+" })).toEqual(["ada@example.com"]);
    expect(await emails({ answer: "invoices:0-5" })).toEqual([]);
    expect(await emails({ referral: "referrer" })).toEqual(["ada@example.com"]);
    expect(await emails({ referral: "referred", order: "email" })).toEqual(["b_b@example.com"]);
    // This address was kept while the question was still asked.
    for (const wrong of [{ order: "by magic" }, { answer: "former:yes" }])
      expect((await post("people", { order: "email", ...wrong })).status).toBe(422);
    const csv = (await post("people/export", { order: "email", status: "confirmed" })).body.split("\n");
    expect(csv).toHaveLength(3);
    expect(csv[1]).toMatch(/ada@example\.com.*,21\+(?:,|$)/u);
  });

  it("are searched for in the form in which addresses are stored, each sign being itself", async () => {
    await query(`insert into waitlist (email, created_at) values
      ('eve@xn--mnchen-3ya.de', '2026-05-04'), ('b''%*+b@example.com', '2026-05-05')`);
    const { emails, post } = await useDeskOfPeople();
    const [ada, underscore, signs] = ["ada@example.com", "b_b@example.com", "b'%*+b@example.com"];
    const found = {
      münchen: ["eve@xn--mnchen-3ya.de"],
      " @MÜNCHEN.de ": ["eve@xn--mnchen-3ya.de"],
      "Ada Lovelace <ada@example.com>": [ada],
      "\u200bada\u200b@exa": [ada],
      "B_B@": [underscore],
      "B'%*+B@": [signs],
      "*": [signs],
      "%": [signs],
      _: [underscore],
      ".com": [ada, underscore, "bob@example.com", signs],
    };
    for (const [search, expected] of Object.entries(found))
      expect([search, await emails({ search })]).toEqual([search, expected]);
    for (const search of ["a.a", "(", ")", ",", '"', "\\", String.raw`\w`, "ä@", "^a"])
      expect([search, await emails({ search })]).toEqual([search, []]);
    expect((await post("people/export", { order: "oldest", search: "*" })).body.match(/@/gu)).toHaveLength(1);
  });

  it("are exported as a whole or not at all", async () => {
    await query(`insert into waitlist (email) select 'p' || n || '@example.com' from generate_series(1, 1000) n`);
    let read = 0;
    const fake = await fakeBackend(backend().origin, ({ url }, response) => {
      if (!url?.startsWith("/rest/v1/people") || ++read < 2) return false;
      response.writeHead(400).end('{"message": "It was refused."}');
      return true;
    });
    onTestFinished(fake.stop);
    const { post } = await useDesk({ env: hosted({ ...backend(), origin: fake.origin }) });
    expect(await post("people/export", { order: "email" })).toMatchObject({
      status: 409,
      body: expect.stringMatching(/^\{"message":"The backend refused the call.*It was refused/u),
    });
    expect(read).toBe(2);
  });

  it("are tagged, asked to confirm and unsubscribed by page: those picked, or all that match", async () => {
    await query(`insert into waitlist (email, created_at, source) select 'p' || n || '@x.org', '2026-04-01', 'old' from generate_series(1, 1003) n;
      insert into consent_events (person, event) select id, 'asked' from waitlist where email = 'b_b@example.com'`);
    const { get, post, people } = await useDeskOfPeople();
    const act = async (body: object) => {
      const { status, body: answer } = await post("people/act", body);
      return status === 200 ? JSON.parse(answer) : status;
    };
    const picked = [await idOf("ada@example.com"), await idOf("bob@example.com")];
    expect(await act({ what: "tag", tag_name: "vip", ids: picked })).toEqual({ changed: 2, people: 2 });
    expect(await act({ what: "tag", tag_name: "vip", ids: picked })).toEqual({ changed: 0, people: 2 });
    expect(await act({ what: "tag", tag_name: "old", source: "old" })).toEqual({
      changed: 1000,
      people: 1000,
      next: { value: expect.stringContaining("2026-04-01"), id: expect.any(String) },
    });
    const { next: after } = await act({ what: "tag", tag_name: "old", source: "old" });
    expect(await act({ what: "tag", tag_name: "old", source: "old", after })).toEqual({ changed: 3, people: 3 });
    expect(await get("groups")).toEqual({
      tags: [
        { name: "old", count: 1003 },
        { name: "vip", count: 2 },
      ],
      sources: [
        { name: "old", count: 1003 },
        { name: "news", count: 1 },
      ],
    });
    expect((await people({ tag: "vip", ids: picked.slice(1) })).people).toMatchObject([{ tags: ["vip"] }]);
    expect((await post("people/export", { order: "email", ids: picked })).body.match(/@/gu)).toHaveLength(2);
    await act({ what: "untag", tag_name: "vip", ids: picked });
    // People who confirmed or unsubscribed are left out, as are those who joined by the form and were asked
    // then.
    expect(await act({ what: "confirm", since: "2026-05-01" })).toEqual({ changed: 0, people: 3 });
    await query("delete from consent_events");
    expect(await act({ what: "confirm", since: "2026-05-01" })).toEqual({ changed: 1, people: 3 });
    expect(await list("select kind || email from email_outbox")).toEqual(["waitlist-confirmationb_b@example.com"]);
    expect(await act({ what: "unsubscribe", search: "@example.com" })).toEqual({ changed: 2, people: 3 });
    expect(await list("select count(*)::int from waitlist where tags <> '{old}' and unsubscribed_at is null")).toEqual([
      0,
    ]);
    for (const wrong of [
      { tag_name: "V I P" },
      {},
      { tag_name: "x", ids: ["me"] },
      { tag_name: "x", ids: Array(101).fill(picked[0]) },
    ])
      expect(await act({ what: "tag", ...wrong })).toBe(422);
  });

  it.each(["newest", "oldest", "email", "friends"] as const)("are paged without a gap by %s", async (order) => {
    await query(
      `insert into waitlist (email, created_at) select 'p' || n || '@example.com', '2026-06-01' from generate_series(1, 247) n`,
    );
    const { people } = await useDeskOfPeople();
    const seen: string[] = [];
    for (let after: PeopleRequest["after"], first = true; first || after; first = false) {
      const page = await people({ order, ...(after ? { after } : {}) });
      seen.push(...page.people.map(({ id }) => id));
      after = page.next;
    }
    expect([seen.length, new Set(seen).size]).toEqual([250, 250]);
  });

  it("show what happened to a person, and get the mail that asks to confirm again", async () => {
    const { get, post } = await useDeskOfPeople();
    const id = await idOf("b_b@example.com");
    expect(await post(`people/${id}/confirm-again`)).toMatchObject({ status: 200 });
    expect(await list("select kind || email from email_outbox")).toEqual(["waitlist-confirmationb_b@example.com"]);
    expect(await post(`people/${id}/confirm-again`)).toMatchObject({
      status: 409,
      body: expect.stringContaining("queued already"),
    });
    const timeline = [expect.objectContaining({ event: "mail-queued" }), expect.objectContaining({ event: "joined" })];
    expect(await get(`people/${id}`)).toMatchObject({
      email: "b_b@example.com",
      referred: true,
      referrer: { email: "ada@example.com" },
      timeline,
    });
    const ada = await idOf("ada@example.com");
    expect(await post(`people/${ada}/note`, { note: " Met in May \n", before: "" })).toMatchObject({ status: 200 });
    expect(await get(`people/${ada}`)).toMatchObject({
      note: "Met in May",
      referrer: null,
      brought: { total: 1, people: [{ id, email: "b_b@example.com", credit: "counted" }] },
      tags: [],
    });
    expect((await run(["show", "ada@example.com"])).out).toContain("Met in May");
    expect((await post(`people/${ada}/note`, { note: "x".repeat(2001), before: "Met in May" })).status).toBe(422);
    // Another browser has read the earlier note.
    expect(await post(`people/${ada}/note`, { note: "Met in June", before: "" })).toMatchObject({
      status: 409,
      body: expect.stringContaining("It is now: Met in May"),
    });
    await post(`people/${ada}/note`, { note: "", before: "Met in May" });
    expect(await list("select note from waitlist where note is not null")).toEqual([]);
    expect(await post(`people/${await idOf("ada@example.com")}/confirm-again`)).toMatchObject({ status: 409 });
  });

  it("get the address they meant to type, at which they are asked to confirm", async () => {
    const { get, post } = await useDeskOfPeople();
    const id = await idOf("b_b@example.com");
    const correct = (typed: string) => post(`people/${id}/correct`, { typed });
    const hash = "a".repeat(64);
    await query(`insert into consent_events (person, event, text_version) select '${id}', 'asked', 'v1';
      insert into email_outbox (kind, email) values ('waitlist-confirmation', 'b_b@example.com');
      select register_email_tokens('[{"hash": "${hash}", "purpose": "confirm", "email": "b_b@example.com"}]');
      select suppress_email('gone@example.com', 'erased')`);
    expect(await correct("b.b@")).toMatchObject({ status: 422 });
    for (const taken of ["ada@example.com", "gone@example.com"])
      expect(await correct(taken)).toMatchObject({ status: 409, body: expect.stringContaining("corrected address") });
    await query(`select record_email_event('bounced', '["b_b@example.com"]')`);
    expect(await correct(" B.B@example.com ")).toMatchObject({ status: 200 });
    expect(await get(`people/${id}`)).toMatchObject({
      email: "b.b@example.com",
      unsubscribed_at: null,
      status: "unconfirmed",
      timeline: expect.arrayContaining([
        expect.objectContaining({ event: "asked", detail: "v1" }),
        expect.objectContaining({ event: "corrected" }),
      ]),
    });
    expect(await list(`select confirm_email('${hash}')`)).toEqual([null]);
    expect(await list("select email from email_outbox where failed_at is null")).toEqual(["b.b@example.com"]);
    expect(await list("select distinct email from email_outbox")).toEqual(["b.b@example.com"]);
    await query("update waitlist set confirmed_at = now() where email = 'b.b@example.com'");
    expect(await correct("b@example.com")).toMatchObject({ status: 409, body: expect.stringContaining("confirmed") });
    await query("update waitlist set confirmed_at = null where email = 'b.b@example.com'");
    await post(`people/${id}/unsubscribe`);
    expect(await correct("b@example.com")).toMatchObject({ status: 409, body: expect.stringContaining("left") });
  });

  it("take along the applications of the same typo that the operator chose, which are answered at the right address", async () => {
    const { get, post } = await useDeskOfPeople();
    const [near, other, far] = ["1", "2", "3"].map((n) => `0000000${n}-0000-4000-8000-000000000000`);
    await query(`insert into beta_applications (id, name, email, role, reason, created_at) values
        ('${near}', 'Bea', 'b_b@example.com', 'other', 'Why not', '2026-05-02T00:10:00Z'),
        ('${other}', 'Bea', 'b_b@example.com', 'other', 'Again', '2026-05-02T00:20:00Z'),
        ('${far}', 'Bob', 'b_b@example.com', 'other', 'So', '2026-05-09T00:00:00Z'),
        ('00000004-0000-4000-8000-000000000000', 'Ada', 'ada@example.com', 'other', 'Mine', '2026-05-02');
      insert into email_outbox (kind, email, application_id, sent_at, bounced_at)
        select 'application-received', email, id, now(), now() from beta_applications;
      select review_application('${other}', gen_random_uuid(), 'Olga', 'accepted', mail_after_seconds => 60);
      update email_outbox set leased_until = now() + interval '1 minute' where application_id = '${near}'`);
    const id = await idOf("b_b@example.com");
    expect(await get(`people/${id}`)).toMatchObject({
      applications: [
        { id: near, name: "Bea", status: "pending", sameDay: true },
        { id: other, name: "Bea", status: "accepted", sameDay: true },
        { id: far, sameDay: false },
      ],
    });
    const body = { typed: "b.b@example.com", applications: [near, other, "00000004-0000-4000-8000-000000000000"] };
    expect(await post(`people/${id}/correct`, body)).toMatchObject({
      status: 409,
      body: expect.stringContaining("sent"),
    });
    await query("update email_outbox set leased_until = null");
    expect(await post(`people/${id}/correct`, body)).toMatchObject({
      status: 200,
      body: expect.stringMatching(
        /^.{12}Corrected, with 2 applications\. .* 1 application stays under b_b@example\.com,/u,
      ),
    });
    expect(await list("select id || email from beta_applications order by id")).toEqual([
      `${near}b.b@example.com`,
      `${other}b.b@example.com`,
      `${far}b_b@example.com`,
      "00000004-0000-4000-8000-000000000000ada@example.com",
    ]);
    expect(
      await list("select kind || email from email_outbox where sent_at is null and failed_at is null order by 1"),
    ).toEqual(
      ["application-accepted", "application-received", "waitlist-confirmation"].map((kind) => `${kind}b.b@example.com`),
    );
    expect(await list("select email from email_outbox where sent_at is not null order by 1")).toEqual([
      "ada@example.com",
      "b_b@example.com",
    ]);
  });

  it("get a mail that failed, and no other person theirs", async () => {
    const { get, post } = await useDeskOfPeople();
    const id = await idOf("ada@example.com");
    expect(await get(`people/${id}`)).toMatchObject({ retriable: false });
    await query(`insert into email_outbox (kind, email, to_list, failed_at, last_error) values
      ('launch-announcement', 'ada@example.com', true, now(), 'restored'), ('launch-announcement', 'bob@example.com', true, now(), 'restored')`);
    expect(await get(`people/${id}`)).toMatchObject({ retriable: true });
    expect(await post(`people/${id}/retry-mails`)).toMatchObject({
      status: 200,
      body: expect.stringMatching(/"1 mail is due again\. /u),
    });
    expect(await list("select email from email_outbox where failed_at is null")).toEqual(["ada@example.com"]);
    expect(await get(`people/${id}`)).toMatchObject({ retriable: false });
  });

  it("leave, are mailed again after a bounce, and are erased by typing the address", async () => {
    const { get, post } = await useDeskOfPeople();
    const id = await idOf("ada@example.com");
    await query(`select record_email_event('bounced', '["ada@example.com"]')`);
    expect(await get(`people/${id}`)).toMatchObject({ status: "bounced", unsubscribed_at: expect.any(String) });
    expect(await post(`people/${id}/lift-bounce`)).toMatchObject({ status: 200 });
    expect(await get(`people/${id}`)).toMatchObject({
      status: "confirmed",
      unsubscribed_at: null,
      confirmed_at: expect.any(String),
    });
    expect(await post(`people/${id}/lift-bounce`)).toMatchObject({ status: 409 });
    expect(await post(`people/${id}/unsubscribe`)).toMatchObject({ status: 200 });
    await query(`select record_email_event('bounced', '["ada@example.com"]')`);
    await post(`people/${id}/lift-bounce`);
    expect(await get(`people/${id}`)).toMatchObject({ status: "unsubscribed", unsubscribed_at: expect.any(String) });
    // An import that adds a person as unsubscribed records no event of it.
    const bob = await idOf("bob@example.com");
    await query(`select record_email_event('bounced', '["bob@example.com"]')`);
    expect(await post(`people/${bob}/correct`, { typed: "bo@example.com" })).toMatchObject({ status: 409 });
    await post(`people/${bob}/lift-bounce`);
    expect(await get(`people/${bob}`)).toMatchObject({ status: "unsubscribed" });
    await query(`select record_email_event('complained', '["ada@example.com"]')`);
    expect(await get(`people/${id}`)).toMatchObject({ status: "complained" });
    expect(JSON.parse((await run(["show", "ada@example.com"])).out)).toMatchObject({ status: "complained" });
    expect(await post(`people/${id}/erase`, { typed: "bob@example.com" })).toMatchObject({ status: 422 });
    expect(await post(`people/${id}/erase`, { typed: " Ada@example.com" })).toMatchObject({ status: 200 });
    expect(await list("select email from waitlist where email like 'ada%'")).toEqual([]);
    expect(await post(`people/${id}/unsubscribe`)).toMatchObject({ status: 409 });
  });
});
