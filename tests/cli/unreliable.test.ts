import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createRetrying, retryAfter } from "../../scripts/cli/http.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { startBackend } from "../support/backend.ts";
import { answerLost, askBackend, type Fault, fakeBackend } from "./fakeBackend.ts";
import { cli, hosted } from "./terminal.ts";

/** Answers with only a status. */
const status =
  (code: number, headers: Record<string, string> = {}): Fault =>
  (_, response) => {
    response.writeHead(code, headers).end();
    return true;
  };
const hangsUp: Fault = (request) => {
  request.destroy();
  return true;
};
const isSilent: Fault = () => true;
/** Answers with the beginning of a page whose declared length is `length` bytes. */
const halfPage =
  (length: number): Fault =>
  (_, response) => {
    response.writeHead(200, { "content-type": "application/json", "content-length": length });
    response.write('[{"email":"a@exam', () => response.destroy());
    return true;
  };

describe("a backend that goes wrong", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    await backend.supabase
      .from("waitlist")
      .insert([{ email: "a@example.com" }, { email: "b@example.com" }])
      .throwOnError();
  });
  afterAll(() => backend.stop());

  /** Exports while the requests meet these faults in turn (undefined is none); returns the time of each request, in ms. */
  const exportThrough = async (faults: (Fault | undefined)[], ...argv: string[]) => {
    const fake = await fakeBackend(backend.origin, (request, response, nth, pass) => {
      const fault = faults[nth - 1];
      return fault ? fault(request, response, nth, pass) : false;
    });
    const outcome = await cli(["export", "waitlist", "--columns", "email", "--out", "-", "--verbose", ...argv], {
      env: hosted({ ...backend, origin: fake.origin }),
    }).finally(fake.stop);
    return { ...outcome, seen: fake.seen };
  };

  it("is distinguished from one whose database has no disk space", async () => {
    const full = `create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
      create trigger full_disk before insert on beta_applications execute function full_disk()`;
    await withClient(backend.databaseUrl, (client) => client.query(full));
    const argv = ["--retries", "0", "seed", "--waitlist", "0", "--confirm", new URL(backend.origin).host];
    expect(await cli(argv, { env: hosted(backend) })).toMatchObject({
      code: 1,
      err: expect.stringContaining(
        "error: The disk of the database is full.\nFree some space on it, then run the command again.\n",
      ),
    });
    await withClient(backend.databaseUrl, (client) => client.query("drop function full_disk cascade"));
  });

  // At the same time, as each waits before it asks again.
  it.concurrent.each([502, 503, 504, 520, 522, 524, 544])("is asked again after status %i", async (code) => {
    const { code: exitCode, out, seen } = await exportThrough([undefined, status(code), undefined, status(code)]);
    expect(out).toMatch(/^email\n[ab]@example.com\n[ab]@example.com\n$/u);
    expect({ code: exitCode, requests: seen.length }).toEqual({ code: 0, requests: 5 });
  });

  /** Refuses the calls whose path ends in `name` with this status and body. */
  const refusing = async (name: string, code: number, body: string) => {
    let refused = 0;
    const fault: Fault = ({ url }, response) => {
      if (!url?.endsWith(name) || refused > 0) return false;
      refused += 1;
      response.writeHead(code).end(body);
      return true;
    };
    return exportThrough(Array.from({ length: 5 }, () => fault));
  };

  it("is asked again after a deadlock, and after no other error of the database", async () => {
    const said = (code: string) => JSON.stringify({ code, message: "It was refused." });
    expect(await refusing("/export_rows", 500, said("40P01"))).toMatchObject({ code: 0, seen: { length: 4 } });
    expect(await refusing("/export_rows", 500, said("XX000"))).toMatchObject({
      code: 1,
      err: expect.stringContaining("error: The backend refused the call (HTTP 500, XX000): It was refused.\n"),
    });
  });

  it.each([200, 500])("may have a page of another program in its place, with status %i", async (code) => {
    expect(await refusing("/export_rows", code, "<html>Oh no</html>")).toMatchObject({
      code: 4,
      err: expect.stringContaining(`error: A web page answers, not Supabase (HTTP ${code}).\n`),
    });
  });

  it("is given the time it asks for with Retry-After", async () => {
    const { code, seen, err } = await exportThrough([status(503, { "retry-after": "1" })]);
    expect((seen[1] ?? 0) - (seen[0] ?? 0)).toBeGreaterThanOrEqual(990);
    expect(err).toContain("answered 503; trying again in 1000 ms");
    expect(code).toBe(0);
  });

  // The key that an export ends at, the ends of its pages, the page.
  it.concurrent.each([0, 2])(
    "is asked again when it hangs up, is silent, or cuts its answer short after %i",
    async (before) => {
      const faults = [...Array.from({ length: before }, () => undefined), hangsUp, isSilent, halfPage(1000)];
      const { code, out, err } = await exportThrough(faults, "--timeout", "1");
      expect(err).toMatch(/Request failed \(.*(?:closed|ECONNRESET|hang up).*\); trying again/u);
      expect(err).toContain("no answer in time");
      expect(out.split("\n")).toHaveLength(4);
      expect(code).toBe(0);
    },
  );

  it("is given up after some retries, with exit code 4", async () => {
    const unavailable = status(503);
    const { code, seen, err } = await exportThrough(
      [unavailable, unavailable, unavailable, unavailable],
      "--retries",
      "2",
    );
    expect(err).toContain("error: The backend is not available (HTTP 503).");
    expect({ code, requests: seen.length }).toEqual({ code: 4, requests: 3 });
  });

  it.each([0, 2])("is not believed when its answer is half a page that looks whole, after %i", async (before) => {
    const faults = [...Array.from({ length: before }, () => undefined), halfPage(17)];
    const { code, err } = await exportThrough(faults, "--retries", "0");
    expect(err).toContain("answer is incomplete.\nThe export on stdout is incomplete.\n");
    expect(code).toBe(4);
  });

  it("is not believed when it says that rows were added, but not which", async () => {
    const fake = await fakeBackend(backend.origin, ({ url }, response) => {
      if (!url?.includes("waitlist?")) return false;
      response.writeHead(201).end("{}");
      return true;
    });
    const argv = ["seed", "--waitlist", "1", "--beta", "0", "--confirm", new URL(fake.origin).host];
    const { code, err } = await cli(argv, { env: hosted({ ...backend, origin: fake.origin }) }).finally(fake.stop);
    expect(err).toContain("error: The backend's answer is incomplete.\n");
    expect(code).toBe(4);
  });

  it.each<[command: string, call: RegExp, numbers: string]>([
    ["import waitlist -", /import_waitlist/u, "1 line: 0 added, 1 duplicate, 0 rejected."],
    ["seed --waitlist 1 --beta 0 --confirm HOST", /waitlist\?/u, " s); 1 was there already."],
    ["unsubscribe c@example.com", /mark_waitlist/u, "0 marked as unsubscribed, 1 already were."],
    [
      "erase c@example.com --yes",
      /erase_person/u,
      "Erased 0 rows. The table erasures records that it was done, and no",
    ],
    ["prune", /prune_page/u, "0 mails that ended over"],
  ])("has its lost answer mentioned below the numbers of a repeated call: %s", async (command, call, numbers) => {
    const application = { name: "A", email: "a@example.com", role: "other", reason: "x" } as const;
    await backend.supabase.from("beta_applications").insert(application).throwOnError();
    const fake = await fakeBackend(backend.origin, answerLost(backend.origin, call));
    const argv = command.replace("HOST", new URL(fake.origin).host).split(" ");
    const env = hosted({ ...backend, origin: fake.origin });
    const { code, err } = await cli(argv, { env, input: "email\nc@example.com\n" }).finally(fake.stop);
    expect(err).toContain(numbers);
    expect(err).toContain(
      "\n1 answer was lost and its call repeated. What had been done by then may be missing from these numbers.\n",
    );
    expect(code).toBe(0);
  });

  const id = "0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3e";
  it.each<[command: string, call: RegExp, again?: number]>([
    ["import waitlist -", /import_waitlist/u],
    ["seed --waitlist 1 --beta 0 --seed 7 --confirm HOST", /waitlist\?/u],
    ["notified d@example.com", /mark_waitlist/u],
    ["mail bounces -", /record_email_event/u],
    // What it did not do it says, too: nothing is held any more.
    ["erase d@example.com --yes", /erase_person/u, 1],
    ["prune", /prune_page/u],
  ])("may have done what it was asked when it is given up: %s", async (command, call, again = 0) => {
    const application = { id, name: "A", email: "a@example.com", role: "other", reason: "x" } as const;
    await backend.supabase.from("beta_applications").upsert(application, { ignoreDuplicates: true }).throwOnError();
    const fake = await fakeBackend(backend.origin, answerLost(backend.origin, call));
    const argv = command.replace("HOST", new URL(fake.origin).host).split(" ");
    const options = { env: hosted({ ...backend, origin: fake.origin }), input: "email\nd@example.com\n" };
    const { code, err } = await cli(["--retries", "0", ...argv], options);
    expect(err).toMatch(
      /error: The backend cannot be reached: .+\nThe last call may have been carried out all the same\. Run this again: nothing is done twice\.\n$/u,
    );
    expect(code).toBe(4);
    expect(await cli(argv, options).finally(fake.stop)).toMatchObject({ code: again });
  });

  it("is not said to refuse a line that the call before, which hung up, was still adding", async () => {
    const slow = `create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.5); return null; end $$;
      create trigger slow after insert on waitlist for each statement execute function slow()`;
    await withClient(backend.databaseUrl, (client) => client.query(slow));
    let adding: Promise<unknown> | undefined;
    const fake = await fakeBackend(backend.origin, async (request, response) => {
      if (adding || !request.url?.endsWith("import_waitlist")) return false;
      adding = askBackend(backend.origin, request);
      await sleep(100);
      return Boolean(response.destroy());
    });
    const input = "id,email\n0b0e7a52-6f0c-4f5b-9d5e-0d8f4a1c2b3d,slow@example.com\n";
    const env = hosted({ ...backend, origin: fake.origin });
    const { code, err } = await cli(["import", "waitlist", "-"], { env, input }).finally(fake.stop);
    await adding;
    await withClient(backend.databaseUrl, (client) => client.query("drop function slow cascade"));
    expect(err).toContain("1 line: 0 added, 1 duplicate, 0 rejected.");
    expect(code).toBe(0);
  });

  it("may keep mails from being sent for a while if the answer that claims them is lost", async () => {
    const sender = { SITE_URL: "https://site.example", SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "a@b.example" };
    const confirmed = { email: "told@example.com", confirmed_at: new Date().toISOString() };
    await backend.supabase.from("email_outbox").delete().neq("email", "").throwOnError();
    await backend.supabase.from("waitlist").update({ notified: true }).neq("email", "").throwOnError();
    await backend.supabase.from("waitlist").insert(confirmed).throwOnError();
    await backend.supabase.rpc("announce_page", { request: '{ "scan": 10, "most": 10 }' }).throwOnError();
    const fake = await fakeBackend(backend.origin, answerLost(backend.origin, /claim_emails/u));
    const env = { ...hosted({ ...backend, origin: fake.origin }), ...sender };
    const held = {
      code: 0,
      err: "0 sent (SMTP, 127.0.0.1:9).\n1 mail is held by another sender, or by a call whose answer was lost. Run this again in 10 minutes.\n",
    };
    expect(await cli(["mail", "send"], { env }).finally(fake.stop)).toMatchObject(held);
    expect(await cli(["mail", "send"], { env: { ...hosted(backend), ...sender } })).toMatchObject(held);
  });

  it.each([
    ["had been sent", "read", 1],
    ["had not", "connect", 0],
  ])("may have carried out a failed request only if it %s", async (_, syscall, lost) => {
    let [calls, unanswered] = [0, 0];
    const options = { retries: 1, timeout: 1000, signal: new AbortController().signal, log: () => undefined };
    const retrying = createRetrying({ ...options, unanswered: () => void unanswered++ });
    await retrying(async () => {
      const cause = Object.assign(new Error(), { code: "ETIMEDOUT", syscall });
      if (++calls === 1) throw new TypeError("fetch failed", { cause });
      return { status: 200, headers: new Headers(), body: new Uint8Array() };
    });
    expect({ calls, unanswered }).toEqual({ calls: 2, unanswered: lost });
  });

  it("is not asked again if it refuses: a wrong key ends with 3", async () => {
    const { code, err } = await cli(["stats"], {
      env: hosted({ ...backend, secretKey: "sb_secret_of_somebody_else_altogether" }),
    });
    expect(err).toContain("The backend refuses the secret key");
    expect(code).toBe(3);
  });

  it("may say when to come back in seconds or as a date", () => {
    const now = Date.parse("2026-05-04T12:00:00Z");
    expect(retryAfter("3", now)).toBe(3000);
    expect(retryAfter("Mon, 04 May 2026 12:00:05 GMT", now)).toBe(5000);
    expect(retryAfter("999999", now)).toBe(120_000);
    // Its clock may be behind.
    expect(retryAfter("Mon, 04 May 2026 11:59:00 GMT", now)).toBe(0);
    expect(retryAfter("soon", now)).toBeUndefined();
    expect(retryAfter(null, now)).toBeUndefined();
  });
});
