import { describe, expect, it } from "vitest";
import { askBackend, fakeBackend } from "../cli/fakeBackend.ts";
import { hosted } from "../cli/terminal.ts";
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
    // Without a route here the rate is the deployed function's, of which nothing here tells.
    const resend = { RESEND_API_KEY: "re_key", MAIL_FROM: "a@example.com" };
    expect((await notify(["launch", "--dry-run"], { env: { ...hosted(bench()), ...resend } })).err).toContain(
      ", …\nAt 2 a second the mails take about 3 s.\n",
    );
    expect({ code, queued: await queued(), notified: await notified() }).toEqual({ code: 0, queued: [], notified: [] });
  });

  it("asks first; without a terminal it requires --yes", async () => {
    await people(2);
    expect(await notify(["launch"])).toMatchObject({ code: 2, err: expect.stringContaining("--yes") });
    expect(await notify(["launch"], { answers: ["n"] })).toMatchObject({ code: 1 });
    expect(await queued()).toEqual([]);
    const { code, err } = await notify(["launch"], { answers: ["y"] });
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
      "There is nobody to tell with the source friend and the role other. The sources there are: npx prelaunch stats --json\n",
    );
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

  it("masks addresses, whatever a stranger made of them", async () => {
    await bench().sql(
      `insert into public.waitlist (email, created_at, confirmed_at) values
         ('ulla@xn--bcher-kva.example', '2026-05-04', now()), ('_x@example.com', '2026-05-05', now())`,
    );
    expect((await launch("--dry-run")).err).toContain("To 2 people: u…@xn--bcher-kva.example, ?…@example.com\n");
  });
});

describe("notify launch, disturbed", () => {
  const everyone = 5000;
  const tellings = async () => {
    const [row] = await bench().sql<{ rows: string; people: string; notified: string }>(
      "select (select count(*) from public.email_outbox) as rows, (select count(distinct email) from public.email_outbox) as people, (select count(*) from public.waitlist where notified) as notified",
    );
    return Object.values(row ?? {}).map(Number);
  };

  it("tells everyone once when several run it at the same time", async () => {
    await people(everyone);
    const runs = await Promise.all([launch(), launch(), launch("--wave", "1500")]);
    expect(runs.map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await tellings()).toEqual([everyone, everyone, everyone]);
  });

  it("tells everyone once even if answers are lost after the work was done", async () => {
    await people(everyone);
    const front = await fakeBackend(bench().origin, async (request, response, nth) => {
      if (nth % 2 === 0) return false;
      await (await askBackend(bench().origin, request)).arrayBuffer();
      return Boolean(response.destroy());
    });
    const { code, err } = await notify(["launch", "--yes", "--wave", "3000"], {
      env: hosted({ ...bench(), origin: front.origin }),
    });
    await front.stop();
    expect(err).toMatch(/ in the outbox\. [\d,]+ unsubscribed meanwhile, or were told already\./u);
    expect(code).toBe(0);
    expect(await tellings()).toEqual([3000, 3000, 3000]);
  });

  it("tells everyone once when it is interrupted at any call and run again", async () => {
    await people(everyone);
    for (const last of [1, 2, 3, 3]) {
      const stop = new AbortController();
      const front = await fakeBackend(bench().origin, async (_request, _response, nth) => {
        if (nth === last) stop.abort();
        return false;
      });
      const env = hosted({ ...bench(), origin: front.origin });
      expect(await notify(["launch", "--yes"], { env, signal: stop.signal })).toMatchObject({ code: 130 });
      await front.stop();
      const [rows, , told] = await tellings();
      expect(rows).toBe(told);
    }
    await launch();
    expect(await tellings()).toEqual([everyone, everyone, everyone]);
  });
});
