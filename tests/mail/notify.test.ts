import { EventEmitter, once } from "node:events";
import { describe, expect, it } from "vitest";
import { answerLost, bodyOf, fakeBackend } from "../cli/fakeBackend.ts";
import { cli, hosted } from "../cli/terminal.ts";
import { names, useNotify } from "./support/notifyBench.ts";

const { bench, notify, launch, people, queued, notified } = useNotify();

describe("notify launch", () => {
  it("shows the mail and who would get it, with no address, and mails nobody", async () => {
    await people(5);
    const { code, out, err } = await notify(["launch", "--dry-run"]);
    expect(out).toMatch(/^Subject: .+\n\n[^]*unsubscribe=0{64}/u);
    expect(err).toBe(
      "To 5 people: p…@example.com, p…@example.com, p…@example.com, …\nNobody was mailed (--dry-run).\n",
    );
    expect((await notify(["launch", "--dry-run"], { interactive: true, columns: 500 })).err).toContain(" 5 of 5 ");
    // Without a route here the rate is the deployed function's, of which nothing here tells.
    const resend = { RESEND_API_KEY: "re_key", MAIL_FROM: "a@example.com" };
    expect((await notify(["launch", "--dry-run"], { env: { ...hosted(bench()), ...resend } })).err).toContain(
      ", …\nAt 2 a second the mails take about 3 s.\n",
    );
    expect({ code, queued: await queued(), notified: await notified() }).toEqual({ code: 0, queued: [], notified: [] });
  });

  it("asks, and accepts only yes; without a terminal it requires --yes", async () => {
    await people(2);
    expect(await notify(["launch"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect(await notify(["launch"], { answers: ["y"] })).toMatchObject({ code: 1 });
    expect(await queued()).toEqual([]);
    const { code, err } = await notify(["launch"], { answers: ["yes"] });
    expect(err).toMatch(/^Subject: [^]*2 mails are in the outbox\.\n.*prelaunch mail send\n$/u);
    expect({ code, queued: await queued(), notified: await notified() }).toEqual({
      code: 0,
      queued: names(1, 2),
      notified: names(1, 2),
    });
  });

  it("tells everyone who confirmed, is still subscribed, may be mailed and was not told, once", async () => {
    await people(7);
    await bench().sql("update public.waitlist set confirmed_at = null where email = 'p1@example.com'");
    await bench().sql("update public.waitlist set unsubscribed_at = now() where email = 'p2@example.com'");
    await bench().sql("update public.waitlist set notified = true where email = 'p3@example.com'");
    await bench().sql("select public.suppress_email('p4@example.com', 'complained')");
    // An import unsubscribed them, and they joined again.
    await bench().sql("select public.suppress_email('p5@example.com', 'unsubscribed')");
    expect(await launch()).toMatchObject({ code: 0, err: expect.stringContaining("3 mails are in the outbox") });
    expect(await queued()).toEqual(names(5, 6, 7));
    expect(await launch()).toMatchObject({ code: 0, err: expect.stringContaining("There is nobody to tell") });
    expect(await queued()).toEqual(names(5, 6, 7));
  });

  it("goes in waves, oldest first, to one source or role only", async () => {
    await people(6);
    await bench().sql(
      "update public.waitlist set source = 'friend' where email in ('p4@example.com', 'p6@example.com')",
    );
    await bench().sql(
      "insert into public.beta_applications (name, email, role, reason) select 'A', e, r, 'x' from (values ('p5@example.com', 'freelancer'), ('p5@example.com', 'freelancer'), ('p2@example.com', 'other')) v(e, r)",
    );
    expect((await launch("--wave", "2", "--source", "friend", "--role", "other")).err).toContain(
      "There is nobody to tell with the source friend and the role other. People with another one were not looked at. The sources there are: npx prelaunch stats --json\n",
    );
    expect((await launch("--role", "consultant")).err).toMatch(/ the role consultant\. [^.]+ were not looked at\.\n$/u);
    expect(await queued()).toEqual([]);
    expect((await launch("--role", "freelancer")).err).toContain("To 1 person: p…@example.com\n");
    expect((await launch("--wave", "1", "--source", "friend")).err).toContain("To 1 person of 2 who are to be told");
    expect(await queued()).toEqual(names(4, 5));
    await launch("--wave", "2");
    expect(await queued()).toEqual(names(1, 2, 4, 5));
    expect(await notify(["launch", "--source", "no such"])).toMatchObject({ code: 2 });
  });

  it("tells people who left and came back once, even if mails that ended unsent before are retried", async () => {
    await people(1);
    await launch();
    await bench().sql("update public.email_outbox set dead_at = now(), last_error = 'smtp_554'");
    await bench().sql("insert into public.email_outbox (kind, email) values ('update', 'p1@example.com')");
    await bench().sql("update public.waitlist set unsubscribed_at = now()");
    await bench().sql("update public.waitlist set unsubscribed_at = null, confirmed_at = null, notified = false");
    await bench().sql("update public.waitlist set confirmed_at = now()");
    await launch();
    await bench().sql("select public.retry_emails(100)");
    expect(await bench().rows("dead_at is null")).toMatchObject([{ kind: "launch-announcement" }]);
  });

  it("says that nobody is to be told on an empty list", async () => {
    expect(await launch()).toMatchObject({ code: 0, err: expect.stringContaining("There is nobody to tell") });
  });

  it("tells an address at an international domain", async () => {
    await bench().sql("insert into public.waitlist (email, confirmed_at) values ('ulla@xn--bcher-kva.example', now())");
    expect((await launch()).err).toContain("To 1 person: u…@xn--bcher-kva.example\n");
    expect(await queued()).toEqual(["ulla@xn--bcher-kva.example"]);
  });

  it("goes by the database's clock alone", async () => {
    await people(2);
    await bench().sql("update public.waitlist set created_at = '2199-01-01' where email = 'p1@example.com'");
    await notify(["launch", "--yes"], { clock: () => new Date("1999-01-01") });
    expect(await queued()).toEqual(names(1, 2));
    expect((await bench().outbox.claim({ batch: 10, leaseSeconds: 60 })).emails).toHaveLength(2);
  });
});

describe("notify launch, disturbed", () => {
  const everyone = 9000;
  const tellings = async () => {
    const [row] = await bench().sql<{ rows: string; people: string; notified: string }>(
      "select (select count(*) from public.email_outbox) as rows, (select count(distinct email) from public.email_outbox) as people, (select count(*) from public.waitlist where notified) as notified",
    );
    return Object.values(row ?? {}).map(Number);
  };

  it("tells everyone once when several run it at the same time", async () => {
    await people(everyone);
    const runs = await Promise.all([launch(), launch(), launch("--wave", "3000")]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await tellings()).toEqual([everyone, everyone, everyone]);
  });

  it("tells a wave once when two request it at the same time", async () => {
    await people(50);
    let arrived = 0;
    const counted = new EventEmitter();
    const bothCounted = once(counted, "both");
    const fronts = await Promise.all(
      [1, 2].map(() =>
        fakeBackend(bench().origin, async (_request, _response, nth) => {
          // The first two calls only count people.
          if (nth === 3 && ++arrived === 2) counted.emit("both");
          if (nth === 3) await bothCounted;
          return false;
        }),
      ),
    );
    const wave = ({ origin }: { origin: string }) =>
      notify(["launch", "--yes", "--wave", "20"], { env: hosted({ ...bench(), origin }) });
    expect((await Promise.all(fronts.map(wave))).map(({ code }) => code)).toEqual([0, 0]);
    await Promise.all(fronts.map(({ stop }) => stop()));
    expect(await tellings()).toEqual([20, 20, 20]);
  });

  it("tells everyone once even if answers are lost after the work was done", async () => {
    await people(everyone);
    const front = await fakeBackend(bench().origin, async (request, response, nth) => {
      if (nth % 2 === 0) return false;
      const headers = { apikey: bench().secretKey, "content-type": "application/json" };
      await fetch(`${bench().origin}${request.url}`, { method: "POST", headers, body: await bodyOf(request) });
      return Boolean(response.destroy());
    });
    const { code, err } = await notify(["launch", "--yes", "--wave", "5000"], {
      env: hosted({ ...bench(), origin: front.origin }),
    });
    await front.stop();
    expect(err).toMatch(/5,000 unsubscribed .+ another run, or by a call whose answer was lost\./u);
    expect(code).toBe(0);
    expect(await tellings()).toEqual([5000, 5000, 5000]);
  });

  it("says that more mails may be in the outbox when it is given up after a lost answer", async () => {
    await people(3);
    const announcing = answerLost(bench().origin, /announce_page/u);
    // The first call only counts people.
    const front = await fakeBackend(
      bench().origin,
      (request, response, nth, pass) => nth > 1 && announcing(request, response, nth, pass),
    );
    const env = hosted({ ...bench(), origin: front.origin });
    const { code, err } = await cli(["--retries", "0", "notify", "launch", "--yes"], { env });
    await front.stop();
    expect(err).toContain(
      "Stopped: 0 mails are in the outbox, and perhaps those of a call whose answer was lost. Run it again for the rest; nobody is told twice.\n",
    );
    expect(code).toBe(4);
    expect(await tellings()).toEqual([3, 3, 3]);
  });

  it("tells everyone once when it is interrupted at random points and run again", async () => {
    await people(everyone);
    let interrupted = 0;
    for (let n = 0; n < 60 && (await tellings())[0] !== everyone; n++) {
      const stop = new AbortController();
      // Interrupted after a number of calls, because their duration depends on the machine; the first run is certain to be interrupted.
      const last = n === 0 ? 2 : 1 + Math.floor(Math.random() * 8);
      const front = await fakeBackend(bench().origin, async (_request, _response, nth) => {
        if (nth === last) setTimeout(() => stop.abort(), n === 0 ? 0 : Math.random() * 50);
        return false;
      });
      const env = hosted({ ...bench(), origin: front.origin });
      const { code } = await notify(["launch", "--yes"], { env, signal: stop.signal });
      await front.stop();
      if (code === 130) interrupted++;
      const [rows, , told] = await tellings();
      expect(rows).toBe(told);
    }
    await launch();
    expect(interrupted).toBeGreaterThan(0);
    expect(await tellings()).toEqual([everyone, everyone, everyone]);
  });
});
