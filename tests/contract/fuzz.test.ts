import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import * as v from "valibot";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { betaFields } from "../../server/contract/beta.ts";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { roles } from "../../server/contract/limits.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { waitlistBody } from "../../server/contract/waitlist.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { mintCaptcha, siteOrigin, startBackend } from "../support/backend.ts";

/**
 * The domain of the addresses sent, and an address that is already stored: logs contain neither, and answers do
 * not contain the latter.
 */
const [sentDomain, held] = ["fuzz.example", "somebody-else@held.example"];

/**
 * Text with characters that break programs: NUL, lone surrogates, direction marks, quotes, format specifiers,
 * great length.
 */
const hardText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: fc.constantFrom("\0", "\uD800", "\u202E", "\r\n", "'", '"', "\\", "%", "🪿"), maxLength: 12 }),
  fc.constantFrom("", " ", "null", "'; drop table waitlist; --", "x".repeat(2001), "𝔘".repeat(2000), "../..", "=1+1"),
);
const anything = fc.oneof(hardText, fc.jsonValue({ maxDepth: 2 }), fc.constant(undefined));
/** A member that is usually valid, so that the checks of the other members are reached. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: anything });
const email = fc.oneof(
  { weight: 8, arbitrary: fc.nat(500).map((n) => `p${n}@${sentDomain}`) },
  { weight: 2, arbitrary: hardText.map((text) => `${text}@${sentDomain}`) },
  { weight: 1, arbitrary: fc.oneof(fc.emailAddress(), fc.constant(held), anything) },
);
const words = fc.oneof({ weight: 4, arbitrary: fc.constant("Ada Lovelace") }, { weight: 1, arbitrary: hardText });
const solved = "a solved one";
const captcha = mostly(fc.constant(solved));
const waitlistForm = fc.record({ email, captcha, source: anything }, { requiredKeys: [] });
const betaForm = fc.record({
  ...Object.fromEntries(v.keyof(betaFields).options.map((field) => [field, anything])),
  email,
  captcha,
  name: mostly(words),
  role: mostly(fc.constantFrom(...roles)),
  reason: mostly(words),
  submissionId: mostly(fc.uuid()),
});
const authForm = fc.record(
  {
    email,
    password: fc.oneof(fc.constant("a-long-passphrase"), anything),
    data: anything,
    phone: anything,
    token_hash: anything,
    token: anything,
    type: mostly(fc.constantFrom("signup", "recovery", "magiclink", "email")),
    refresh_token: anything,
    create_user: anything,
  },
  { requiredKeys: [] },
);
const json = (form: fc.Arbitrary<object>) => form.map((value) => JSON.stringify(value));
const formCall = (name: string) => `POST ${formsBasePath}/${name}`;
const authCall = fc
  .constantFrom(
    "POST /signup",
    "POST /token?grant_type=password",
    "POST /token?grant_type=refresh_token",
    "POST /token?grant_type=%00",
    "POST /logout?scope=global",
    "PUT /user",
    "POST /recover",
    "POST /otp",
    "POST /verify",
    "GET /authorize?provider=x",
    "POST /factors",
    "POST /factors/00000000-0000-4000-8000-000000000000/verify",
  )
  .map((call) => call.replace(" ", " /auth/v1"));
const linkCall = fc.constantFrom("place", "erase", "confirm", "unsubscribe", "answers").map(formCall);
const linkForm = fc.record({ token: anything, answers: anything }, { requiredKeys: [] });
const headerValue = fc.oneof(
  fc.constantFrom(
    undefined,
    "text/plain",
    "application/json; charset=utf-16",
    "Bearer x.y.z",
    `Bearer ${"a".repeat(4000)}`,
  ),
  fc.base64String({ maxLength: 40 }),
);
const headers = fc.record({
  "content-type": fc.oneof({ weight: 6, arbitrary: fc.constant("application/json") }, headerValue),
  authorization: headerValue,
  "x-forwarded-for": headerValue,
  prefer: headerValue,
  accept: headerValue,
});

describe("whatever is sent", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  const printed: string[] = [];
  beforeAll(async () => {
    backend = await startBackend({ rateLimit: { burst: 1_000_000, secondsPerRequest: 1 } });
    await backend.supabase.from("waitlist").insert({ email: held }).throwOnError();
    return () => backend.stop();
  });
  beforeEach(() => {
    for (const method of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, method).mockImplementation(
        (...line: unknown[]) => void printed.push(line.map(String).join(" ")),
      );
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, "write").mockImplementation((text) => Boolean(printed.push(String(text))));
  });
  afterEach(() => vi.restoreAllMocks());

  const defined = (values: Record<string, string | undefined>) =>
    Object.fromEntries(Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

  async function send(method: string, path: string, body: string, extra: Record<string, string | undefined>) {
    const answer = await backend.service(path, {
      method,
      redirect: "manual",
      headers: defined({ apikey: embeddedPublishableKey, origin: siteOrigin, ...extra }),
      ...(method === "GET" ? {} : { body }),
    });
    const text = await answer.text();
    // The answer to a sign-up repeats the given address, whether or not it has an account.
    expect(body.includes(held) ? "" : text).not.toContain(held);
    expect(text).not.toMatch(/\bat \S+ \(|node_modules|postgres:\/\//u);
    return answer.status;
  }

  it.each([
    ["the waitlist", fc.constant(formCall("waitlist")), json(waitlistForm), 60],
    ["the beta form", fc.constant(formCall("beta")), json(betaForm), 80],
    ["the links of people", linkCall, json(linkForm), 60],
    ["the auth service", authCall, json(authForm), 80],
  ])("to %s is answered, below 500", async (_, calls, bodies, numRuns) => {
    await fc.assert(
      fc.asyncProperty(calls, bodies, headers, async (call, body, extra) => {
        const [method = "", path = ""] = call.split(" ");
        const text = body.includes(`"${solved}"`) ? body.replace(solved, await mintCaptcha()) : body;
        expect(await send(method, path, text, extra)).toBeLessThan(500);
      }),
      { numRuns, endOnFailure: true },
    );
  });

  it("leaves no row that the contract refuses, and no address in the logs", async () => {
    const people = await backend.supabase.from("waitlist").select("email, source").throwOnError();
    const applications = await backend.supabase.from("beta_applications").select("*").throwOnError();
    expect(people.data.length).toBeGreaterThan(2);
    expect(applications.data.length).toBeGreaterThan(2);
    // Passing a stored row through the contract again leaves it unchanged.
    for (const row of people.data)
      expect(v.parse(waitlistBody, { ...row, captcha: "x" })).toMatchObject({ email: row.email });
    for (const row of applications.data) expect(row).toMatchObject(v.parse(betaFields, row));
    const { rows } = await withClient(backend.databaseUrl, (client) =>
      client.query<{ data_directory: string }>("show data_directory"),
    );
    const log = await readFile(join(rows[0]?.data_directory ?? "", "server.log"), "utf8");
    for (const text of [...printed, log]) expect(text).not.toMatch(new RegExp(`${sentDomain}|${held}`, "u"));
  });
});
