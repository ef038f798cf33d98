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

  it("refuses who has no link, another host, and requests of other sites", async () => {
    const desk = await open();
    const { cookie, desk: address } = await enter(desk.link());
    const { origin, port } = new URL(address);
    const api = `${address}api/overview`;
    for (const path of [address, api, `${origin}/`, `${address}open`, `${address}open?key=`])
      expect([401, 403]).toContain((await ask(path)).status);
    expect(await ask(address)).toMatchObject({
      body: expect.stringContaining("<h1>This browser has not opened the desk"),
    });
    // A page that was left open shows what the route says.
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
    // Somebody else may have the port by now, so an answer is allowed; the desk's is not.
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
      expect(overview).toMatchObject({ people: { total: 1 } });
    const { id } = JSON.parse((await post("wave", { what: "launch", order: "oldest" })).body);
    await post("wave/send", { id });
    expect([warnings, (await stop()).err]).toEqual([
      [],
      expect.stringMatching(/^The desk of [^\n]+\nThe desk is closed\.\n$/u),
    ]);
  });

  it("has the figures of the commands", async () => {
    await query(`insert into waitlist (email, source, confirmed_at, unsubscribed_at) values
      ('a@example.com', 'news', now(), null), ('b@example.com', 'news', null, null), ('c@example.com', null, null, now())`);
    await query(`insert into beta_applications (name, email, role, reason, created_at)
      values ('Ada', 'a@example.com', 'other', 'Why not', now() - interval '50 hours')`);
    const desk = await open();
    const { cookie, desk: address } = await enter(desk.link());
    const { body } = await ask(`${address}api/overview`, { headers: { cookie } });
    expect(JSON.parse(body)).toMatchObject({
      people: { total: 3, confirmed: 1, unsubscribed: 1 },
      spans: [1, 7, 30].map((days) => ({ days, joined: 3, confirmed: 1, unsubscribed: 1 })),
      sources: [
        { source: "news", joined: 2, confirmed: 1, applied: 1 },
        { source: null, joined: 1, confirmed: 0 },
      ],
      signups: expect.arrayContaining([{ start: expect.any(String), count: 3 }]),
      applications: { pending: 1, overdue: 1 },
      mails: { queued: expect.any(Number), failed: 0 },
    });
    // Where the operator is, it may be another day than in UTC.
    await query("update waitlist set created_at = '2026-05-01T20:00:00Z'");
    expect(await list("select stats_report('day', bucket_zone => 'Asia/Tokyo') -> 'signups'")).toEqual([
      [{ start: "2026-05-02", count: 3 }],
    ]);
  });
});
