import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";
import { answerLost, type Fault, fakeBackend } from "./fakeBackend.ts";
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

  /** Shows a person while the calls for it meet these faults in turn; returns the number of calls, too. */
  const showThrough = async (faults: Fault[], ...argv: string[]) => {
    let calls = 0;
    const fake = await fakeBackend(backend.origin, (request, ...rest) =>
      request.url?.endsWith("/person_data") ? (faults[calls++]?.(request, ...rest) ?? false) : false,
    );
    const env = hosted({ ...backend, origin: fake.origin });
    const outcome = await cli(["--verbose", ...argv, "show", email], { env }).finally(fake.stop);
    return { ...outcome, calls };
  };

  // At the same time, as each waits before it asks again.
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

  it.each([
    ["erase b@example.com --yes", /erase_person/u],
    ["import waitlist -", /import_waitlist/u],
    ["unsubscribe a@example.com", /mark_waitlist/u],
  ])("does nothing twice where an answer was lost: %s", async (command, call) => {
    await backend.supabase.from("waitlist").upsert({ email: "b@example.com" }, { onConflict: "email" }).throwOnError();
    const fake = await fakeBackend(backend.origin, answerLost(backend.origin, call));
    const env = hosted({ ...backend, origin: fake.origin });
    const { code } = await cli(command.split(" "), { env, input: "email\nc@example.com\n" }).finally(fake.stop);
    expect(code).toBe(0);
    const { data } = await backend.supabase.from("waitlist").select("email, unsubscribed_at").throwOnError();
    const erasures = await backend.supabase.from("erasures").select("id").throwOnError();
    expect(erasures.data).toHaveLength(1);
    expect(new Set(data.map((row) => row.email)).size).toBe(data.length);
  });
});
