import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";
import { useDesk } from "./desk.ts";
import { eachAnswerLost, type Fault, fakeBackend } from "./fakeBackend.ts";
import { cli, hosted } from "./terminal.ts";

const answers =
  (status: number, body = "", headers: Record<string, string> = {}): Fault =>
  (_, response) => {
    response.writeHead(status, headers).end(body);
    return true;
  };
const isSilent: Fault = () => true;
/** Answers with the beginning of a document whose declared length is `length` bytes. */
const halfAnswer =
  (length: number): Fault =>
  (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": length });
    response.write('{"waitlist": [{"e', () => response.destroy());
    return true;
  };
const error = (code: string) => JSON.stringify({ code, message: "It was refused." });

const email = "a@example.com";

describe("a backend that goes wrong", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    await backend.supabase.from("waitlist").insert({ email }).throwOnError();
  });
  afterAll(() => backend.stop());

  /** Shows a person while the calls for it meet these faults in turn. It also returns the number of calls. */
  const showThrough = async (faults: Fault[], ...argv: string[]) => {
    let calls = 0;
    const fake = await fakeBackend(backend.origin, (request, ...rest) =>
      request.url?.endsWith("/person_data") ? (faults[calls++]?.(request, ...rest) ?? false) : false,
    );
    const env = hosted({ ...backend, origin: fake.origin });
    const outcome = await cli(["--verbose", ...argv, "show", email], { env }).finally(fake.stop);
    return { ...outcome, calls };
  };

  // The cases run at the same time, as each waits before it retries.
  it.concurrent.each<[string, Fault]>([
    ["says 503", answers(503)],
    ["ended a deadlock", answers(500, error("40P01"))],
    ["is silent", isSilent],
    ["cuts its answer short", halfAnswer(1000)],
  ])("is asked again when it %s", async (_, fault) => {
    const { code, out, err, calls } = await showThrough([fault, fault], "--timeout", "5");
    expect(err).toContain("trying again");
    expect(out).toContain(`"email": "${email}"`);
    expect({ code, calls }).toEqual({ code: 0, calls: 3 });
  });

  it("is given the time it asks for with Retry-After", async () => {
    const { code, err } = await showThrough([answers(503, "", { "retry-after": "1" })]);
    expect(err).toContain("answered 503; trying again in 1000 ms");
    expect(code).toBe(0);
  });

  it.each<[code: number, said: string, fault: Fault, calls?: number]>([
    [4, "The backend is not available (HTTP 503).", answers(503), 2],
    [4, "A web page answers, not Supabase (HTTP 200).", answers(200, "<html>Oh no</html>")],
    [4, "The backend's answer is incomplete.", halfAnswer(17)],
    [3, "The backend refuses the secret key (HTTP 401).", answers(401, error("PGRST301"))],
    [1, "The disk of the database is full.\nFree some space on it", answers(500, error("53100"))],
    [1, "The database lacks what this command needs (42883): It was refused.", answers(404, error("42883"))],
  ])("ends a command with %i: %s", async (code, said, fault, calls = 1) => {
    const outcome = await showThrough([fault, fault], "--retries", "1");
    expect(outcome.err).toContain(`error: ${said}`);
    expect(outcome).toMatchObject({ code, calls, out: "" });
  });

  it("does once whatever is called again as its answer was lost", async () => {
    const fake = await fakeBackend(backend.origin, eachAnswerLost(backend.origin));
    onTestFinished(fake.stop);
    const env = hosted({ ...backend, origin: fake.origin });
    const run = async (command: string, input = "") =>
      expect(await cli(["--retries", "1", ...command.split(" ")], { env, input })).toMatchObject({ code: 0 });
    const state = (sql: string) => withClient(backend.databaseUrl, async (client) => (await client.query(sql)).rows);
    await state(`delete from waitlist;
      insert into waitlist (email, confirmed_at, share_code, friends, created_at)
        select name || '@x.org', now(), upper(name) || '00000', 4 - nth, now() - interval '1 day' + nth * interval '1 minute'
        from unnest(array['ada', 'beb', 'cyd', 'dan']) with ordinality as n(name, nth);
      insert into waitlist (email, referred_by, sender_credit) select 'f' || n || '@x.org', code, 'counted'
        from unnest(array['ADA00000', 'ADA00000', 'ADA00000', 'BEB00000', 'BEB00000', 'CYD00000']) with ordinality as f(code, n);
      insert into beta_applications (id, name, email, role, reason)
        values ('00000000-0000-4000-8000-000000000001', 'A', 'a@y.org', 'other', 'x');
      delete from email_outbox`);
    const notified = "select email from email_outbox where kind = 'launch-announcement' order by 1";

    await run("notify launch --order friends --wave 2 --yes");
    expect(await state(notified)).toEqual([{ email: "ada@x.org" }, { email: "beb@x.org" }]);
    await run("notify launch --wave 1 --yes");
    expect(await state(notified)).toEqual(["ada", "beb", "cyd"].map((name) => ({ email: `${name}@x.org` })));
    await run("import waitlist -", "email,unsubscribed_at\nnew@x.org,\ndan@x.org,2026-05-04T00:00:00Z\n");
    await run("unsubscribe cyd@x.org");
    await run("erase f6@x.org --yes");
    await run("beta accept 0000 --yes --as ada");
    await run("import waitlist - --complained", "email\nbeb@x.org\n");
    const desk = await useDesk({ env });
    const [{ id = "" } = {}] = await state("select id from waitlist where email = 'f5@x.org'");
    expect(JSON.parse((await desk.post(`people/${id}/correct`, { typed: "right@x.org" })).body).message).toMatch(
      /^Corrected\./u,
    );
    await desk.post("wave/pause", { paused: true });

    expect(
      await state("select count(*)::integer as n, count(distinct email)::integer as people from waitlist"),
    ).toEqual([{ n: 10, people: 10 }]);
    expect(
      await state(`select email, event from consent_events c join waitlist w on w.id = c.person
        where event in ('unsubscribed', 'corrected') order by 1`),
    ).toEqual([
      { email: "beb@x.org", event: "unsubscribed" },
      { email: "cyd@x.org", event: "unsubscribed" },
      { email: "dan@x.org", event: "unsubscribed" },
      { email: "right@x.org", event: "corrected" },
    ]);
    expect(await state("select from erasures")).toHaveLength(1);
    expect(await state("select actor, to_status from beta_application_events")).toEqual([
      { actor: "ada", to_status: "accepted" },
    ]);
    expect(await state("select email, kind from email_outbox where kind <> 'launch-announcement' order by 1")).toEqual([
      { email: "a@y.org", kind: "application-accepted" },
      { email: "right@x.org", kind: "waitlist-confirmation" },
    ]);
    expect(await state("select from system_times where name = 'list_paused' and reason = 'operator'")).toHaveLength(1);
  });
});
