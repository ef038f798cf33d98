import { describe, expect, it, onTestFinished } from "vitest";
import { ask, enter, openDesk, useDesk } from "./desk.ts";
import { fakeBackend } from "./fakeBackend.ts";
import { hosted } from "./terminal.ts";
import { useCommands } from "./workplace.ts";

const { backend, query, list } = useCommands();
const open = () => openDesk({ env: hosted(backend()) });

describe("the desk", () => {
  it("lets in a browser by its link, once, with a cookie that no other page can use", async () => {
    const desk = await open();
    const link = desk.link();
    expect(link).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/[\w-]{32}\/open\?key=[\w-]{32}$/u);
    const { cookie, desk: address, answer } = await enter(link);
    expect(answer).toMatchObject({ status: 303, headers: { location: new URL(address).pathname } });
    expect(String(answer.headers["set-cookie"])).toMatch(/; Path=\/[\w-]{32}\/; HttpOnly; SameSite=Strict$/u);
    const page = await ask(address, { headers: { cookie } });
    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<div id="desk">') });
    expect(page.body).not.toMatch(/<script(?![^>]* src=)|<style|style=/u);
    expect(page.headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self';");
    expect(page.headers).toMatchObject({ "cache-control": "no-store", "referrer-policy": "no-referrer" });
    const used = await ask(link);
    expect(used).toMatchObject({ status: 403, headers: { "content-type": expect.stringContaining("text/html") } });
    expect(used.body).toMatch(/This link is used up[^]*press <kbd>Enter<\/kbd>[^]*npx prelaunch desk/u);
    expect(await ask(link, { headers: { cookie } })).toMatchObject({ status: 403 });
  });

  it("refuses browsers without a link, another host, and requests of other sites", async () => {
    const desk = await open();
    const { cookie, desk: address } = await enter(desk.link());
    const { origin, port } = new URL(address);
    const api = `${address}api/overview`;
    for (const path of [address, api, `${origin}/`, `${address}open`, `${address}open?key=`])
      expect([401, 403]).toContain((await ask(path)).status);
    expect(await ask(address)).toMatchObject({
      body: expect.stringContaining("<h1>This browser has not opened the desk"),
    });
    // A page that was left open shows the message of the route.
    const stale = await ask(api, { headers: { cookie: "desk=guessed" } });
    expect([stale.status, JSON.parse(stale.body)]).toMatchObject([401, { hint: expect.stringContaining("Enter") }]);
    for (const host of ["evil.example", `evil.example:${port}`, `localhost:${port}`, `127.0.0.1:1`])
      expect(await ask(api, { headers: { cookie, host } })).toMatchObject({ status: 421, body: "Wrong host." });
    for (const from of ["https://evil.example", "null", "http://127.0.0.1:1", `http://localhost:${port}`])
      expect(await ask(api, { headers: { cookie, origin: from } })).toMatchObject({
        status: 403,
        body: "Wrong origin.",
      });
    expect(await ask(api, { method: "POST", headers: { cookie } })).toMatchObject({ status: 403 });
    expect(await ask(api, { headers: { cookie } })).toMatchObject({ status: 200 });
  });

  it("shows a new link for a second browser at Enter, and ends with Ctrl-C", async () => {
    const desk = await open();
    const unused = desk.link();
    await desk.pressEnter();
    expect((await enter(unused)).answer.status).toBe(403);
    const first = await enter(desk.link());
    await desk.pressEnter();
    const second = await enter(desk.link());
    for (const { cookie, desk: address } of [first, second])
      expect(await ask(address, { headers: { cookie } })).toMatchObject({ status: 200 });
    expect(await desk.stop()).toMatchObject({ code: 0, err: expect.stringMatching(/^The desk of .+[^]*closed\.\n$/u) });
    // Another program may have taken the port by now, so an answer is allowed, but not the desk's.
    const afterwards = await ask(first.desk, { headers: { cookie: first.cookie } }).catch(() => undefined);
    expect(afterwards?.body ?? "").not.toContain('<div id="desk">');
  });

  it("leaves its terminal calm, whatever its pages do, also while the backend is away", async () => {
    await query("insert into waitlist (email, confirmed_at) values ('a@example.com', now())");
    const fake = await fakeBackend(backend().origin, (_request, response, nth) => {
      if (nth <= 8) response.writeHead(503).end();
      return nth <= 8;
    });
    const warnings: Error[] = [];
    const heard = (warning: Error) => warnings.push(warning);
    process.on("warning", heard);
    onTestFinished(async () => {
      process.off("warning", heard);
      await fake.stop();
    });
    const env = hosted({ ...backend(), origin: fake.origin });
    const { get, post, stop } = await useDesk({ env, interactive: true, columns: 500 });
    for (const overview of await Promise.all([get("overview"), get("overview")]))
      expect(overview).toMatchObject({ list: { total: 1, mailable: 1 } });
    const { id } = JSON.parse((await post("wave", { what: "launch", order: "oldest" })).body);
    await post("wave/send", { id });
    expect([warnings, (await stop()).err]).toEqual([
      [],
      expect.stringMatching(/^The desk of [^\n]+\nThe desk is closed\.\n$/u),
    ]);
  });

  it("has the figures of the launch, in which an import is no movement", async () => {
    await query(`insert into waitlist (email, source, created_at, joined_at, confirmed_at, unsubscribed_at, share_code, referred_by, sender_credit) values
      ('a@example.com', 'news', now(), now(), now(), null, 'AAAAAAAA', null, null),
      ('b@example.com', 'news', now(), now(), null, null, 'BBBBBBBB', 'AAAAAAAA', 'counted'),
      ('c@example.com', null, now() - interval '10 days', now() - interval '10 days', now() - interval '6 days', now(), 'CCCCCCCC', null, null),
      ('imported@example.com', 'elsewhere', now() - interval '300 days', null, now(), null, 'DDDDDDDD', null, null),
      ('left.elsewhere@example.com', 'elsewhere', now() - interval '300 days', null, now(), now(), 'EEEEEEEE', null, null);
      update waitlist set friends = 1 where email = 'a@example.com'`);
    await query(`insert into consent_events (person, event, happened_at, proof) select w.id, c.event, c.at, c.proof from (values
      ('a@example.com', 'asked', now(), null), ('a@example.com', 'confirmed', now(), null), ('b@example.com', 'asked', now(), null),
      ('c@example.com', 'asked', now() - interval '10 days', null), ('c@example.com', 'confirmed', now() - interval '6 days', null),
      ('c@example.com', 'unsubscribed', now(), null), ('imported@example.com', 'confirmed', now(), 'Kit, double opt-in'))
      c(email, event, at, proof) join waitlist w using (email)`);
    await query("insert into visits (quarter, source, visits) values (date_trunc('hour', now()), 'news', 8)");
    await query(`insert into beta_applications (name, email, role, reason, created_at)
      values ('Ada', 'a@example.com', 'other', 'Why not', now() - interval '50 hours')`);
    const { get } = await useDesk({ env: hosted(backend()) });
    expect(await get("place")).toEqual({ name: new URL(backend().origin).host });
    const overview = await get("overview");
    expect(overview).toMatchObject({
      pending: { applications: 1 },
      list: { total: 5, confirmed: 4, mailable: 2, unsubscribed: 2 },
      moved: {
        today: { joined: 2, confirmed: 1, unsubscribed: 1 },
        week: { visits: 8, joined: 2, confirmed: 2, unsubscribed: 1 },
        before: { joined: 1, confirmed: 0, unsubscribed: 0 },
        month: { visits: 8, joined: 3, confirmed: 2 },
      },
      sources: [
        { source: "news", visits: 8, joined: 2, confirmed: 1, applied: 1 },
        { source: null, visits: 0, joined: 1, confirmed: 1, unsubscribed: 1 },
      ],
      referrers: [{ id: expect.any(String), email: "a@example.com", friends: 1 }],
    });
    const findings: { check: string; message: string }[] = await get("findings");
    expect(findings.filter(({ check }) => check === "reviews").map(({ message }) => message)).toEqual([
      expect.stringContaining("the oldest for 50 h"),
    ]);
    expect(overview.signups.slice(0, 2).map(({ count }: { count: number }) => count)).toEqual([1, 0]);
    expect(overview.signups.at(-1)).toEqual({ start: new Intl.DateTimeFormat("sv-SE").format(new Date()), count: 2 });
    // The operator's time zone may have another day than UTC.
    await query("update waitlist set joined_at = '2026-05-01T20:00:00Z' where joined_at is not null");
    expect(await list("select stats_report('day', bucket_zone => 'Asia/Tokyo') -> 'signups'")).toEqual([
      [{ start: "2026-05-02", count: 3 }],
    ]);
  });

  it("has links to share at the site's address, and none where that is not known", async () => {
    await query("insert into waitlist (email, share_code) values ('a@example.com', 'AAAAAAAA')");
    const id = String(await list("select id from waitlist"));
    const linkOf = async (env: object) => {
      const { get } = await useDesk({ env: { ...hosted(backend()), ...env } });
      return (await get(`people/${id}`)).share_link;
    };
    expect(await linkOf({ SITE_URL: "https://site.example" })).toBe("https://site.example/?via=AAAAAAAA");
    // The backend's address is that of the project, at which there is no site.
    expect(await linkOf({})).toBeNull();
  });

  it("says first what needs the operator", async () => {
    const { get } = await useDesk({ env: hosted(backend()) });
    expect(await get("overview")).toMatchObject({ signups: [{ count: 0 }], referrers: [] });
    const messages = async () => (await get("findings")).map(({ message }: { message: string }) => message);
    const before = await messages();
    await query("insert into system_times (name, reason) values ('list_paused', 'bounces')");
    await query(`insert into email_outbox (kind, email, to_list, not_before, failed_at, last_error) values
      ('launch-announcement', 'a@example.com', true, now(), null, null), ('launch-announcement', 'b@example.com', true, now(), now(), 'smtp_554'),
      ('application-received', 'c@example.com', false, now() - interval '3 hours', null, null)`);
    expect((await messages()).filter((message: string) => !before.includes(message))).toEqual([
      "A mail that somebody asked for should have been sent 3 h ago.",
      "Mails to the list are paused, as 0 of 0 bounced (0 %).",
      "1 mail failed.",
    ]);
  });
});
