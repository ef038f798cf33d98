import { readFile } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import * as v from "valibot";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { betaBody } from "../../server/contract/beta.ts";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { roles } from "../../server/contract/limits.ts";
import { formsBasePath } from "../../server/contract/outcomes.ts";
import { waitlistBody } from "../../server/contract/waitlist.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { mintCaptcha, siteOrigin, startBackend } from "../support/backend.ts";

/** The domain of the addresses sent, and an address that is stored already: logs contain neither, and answers not the latter. */
const [sentDomain, held] = ["fuzz.example", "somebody-else@held.example"];

/** Text with characters that break programs: NUL, lone surrogates, direction marks, quotes, format specifiers, great length. */
const hardText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({
    unit: fc.constantFrom("\0", "\uD800", "\u202E", "\u2067", "\r\n", "'", '"', "\\", "%", "🪿", "é", "\v"),
    maxLength: 12,
  }),
  fc.constantFrom(
    "",
    " ",
    "\0",
    "null",
    "{}",
    "'; drop table waitlist; --",
    "a".repeat(253),
    "x".repeat(2001),
    "𝔘".repeat(2000),
    "../..",
    "=1+1",
  ),
);
const anything = fc.oneof(
  { weight: 3, arbitrary: hardText },
  { weight: 2, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
  { weight: 1, arbitrary: fc.constant(undefined) },
);
const email = fc.oneof(
  { weight: 8, arbitrary: fc.nat(500).map((n) => `p${n}@${sentDomain}`) },
  { weight: 2, arbitrary: hardText.map((text) => `${text}@${sentDomain}`) },
  { weight: 1, arbitrary: fc.emailAddress() },
  { weight: 1, arbitrary: fc.constant(held) },
  { weight: 1, arbitrary: anything },
);
/** A member that is usually valid, so that the checks of the other members are reached. */
const mostly = <T>(right: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 9, arbitrary: right }, { weight: 1, arbitrary: anything });
const words = fc.oneof({ weight: 4, arbitrary: fc.constant("Ada Lovelace") }, { weight: 1, arbitrary: hardText });
const captcha = mostly(fc.constant("a solved one"));
const waitlistForm = fc.record(
  {
    email,
    captcha,
    source: fc.oneof(fc.constant(undefined), anything),
    website: fc.oneof({ weight: 9, arbitrary: fc.constant("") }, anything),
  },
  { requiredKeys: ["email"] },
);
const betaForm = fc.record(
  {
    email,
    captcha,
    name: mostly(words),
    company: anything,
    role: mostly(fc.constantFrom(...roles)),
    reason: mostly(words),
    submissionId: mostly(fc.uuid()),
  },
  { requiredKeys: ["email", "submissionId"] },
);
const password = fc.oneof(fc.constant("a-long-passphrase"), fc.constant("x"), anything);
const authForm = fc.record(
  {
    email,
    password,
    data: anything,
    phone: anything,
    token_hash: anything,
    token: anything,
    type: mostly(fc.constantFrom("signup", "recovery", "magiclink", "email")),
    refresh_token: anything,
    create_user: anything,
    gotrue_meta_security: anything,
  },
  { requiredKeys: [] },
);
const authCalls = fc.constantFrom(
  "POST /signup",
  "POST /token?grant_type=password",
  "POST /token?grant_type=refresh_token",
  "POST /token?grant_type=%00",
  "POST /logout?scope=global",
  "GET /user",
  "PUT /user",
  "POST /recover",
  "POST /otp",
  "POST /verify",
  "GET /verify?token=x&type=signup",
  "GET /authorize?provider=x",
  "POST /factors",
  "POST /factors/00000000-0000-4000-8000-000000000000/verify",
  "DELETE /factors/00000000-0000-4000-8000-000000000000",
  "GET /admin/users",
  "POST /magiclink",
  "POST /resend",
  "GET /reauthenticate",
  "PATCH /user",
);
const headerValue = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom(
    "text/plain",
    "application/json; charset=utf-16",
    "multipart/form-data",
    "Bearer x.y.z",
    `Bearer ${"a".repeat(4000)}`,
    "null",
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

/** Text that is not JSON, or does not match its content type. */
const rawBody = fc.oneof(
  fc.json({ maxDepth: 3 }),
  fc.string({ unit: "binary" }),
  fc.constantFrom("", "null", "[]", "0", '"', "{", '{"email":', "\uFEFF{}", "[".repeat(5000), '{"__proto__":{"a":1}}'),
);

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

  async function send(
    method: string,
    path: string,
    body: string | undefined,
    extra: Record<string, string | undefined>,
  ) {
    const answer = await backend.service(path, {
      method,
      redirect: "manual",
      headers: defined({ apikey: embeddedPublishableKey, origin: siteOrigin, ...extra }),
      ...(body === undefined || method === "GET" ? {} : { body }),
    });
    const text = await answer.text();
    expect(`${method} ${path} ${answer.status}`).not.toMatch(/ 5\d\d$/u);
    // A sign-up's answer repeats the address that was given, whether or not it has an account.
    expect(body?.includes(held) ? "" : text).not.toContain(held);
    expect(text).not.toMatch(/\bat \S+ \(|node_modules|postgres:\/\//u);
    return answer.status;
  }
  const solved = async (form: { captcha?: unknown }) =>
    JSON.stringify(form.captcha === "a solved one" ? { ...form, captcha: await mintCaptcha() } : form);

  /** Returns the statuses seen, so that a generator that never gets past the first check is noticed. */
  const check = async <T>(arbitrary: fc.Arbitrary<T>, numRuns: number, one: (value: T) => Promise<number>) => {
    const seen = new Set<number>();
    await fc.assert(
      fc.asyncProperty(arbitrary, async (value) => void seen.add(await one(value))),
      // On a busy machine, fewer runs are tried instead of the test failing.
      { numRuns, endOnFailure: true, interruptAfterTimeLimit: 5000 },
    );
    return [...seen];
  };

  it("to the waitlist is answered, below 500", async () => {
    const seen = await check(fc.tuple(waitlistForm, headers), 120, async ([form, extra]) =>
      send("POST", `${formsBasePath}/waitlist`, await solved(form), extra),
    );
    expect(seen).toEqual(expect.arrayContaining([201, 422]));
  });

  it("to the beta form is answered, below 500", async () => {
    const seen = await check(fc.tuple(betaForm, headers), 150, async ([form, extra]) =>
      send("POST", `${formsBasePath}/beta`, await solved(form), extra),
    );
    expect(seen).toEqual(expect.arrayContaining([201, 422]));
  });

  it("to the auth service is answered, below 500", async () => {
    const seen = await check(fc.tuple(authCalls, authForm, headers), 150, ([call, form, extra]) => {
      const [method = "", path = ""] = call.split(" ");
      return send(method, `/auth/v1${path}`, JSON.stringify(form), extra);
    });
    expect(seen).toEqual(expect.arrayContaining([422]));
  });

  it("that is no form at all is answered, below 500", async () => {
    const routes = fc.oneof(
      fc
        .constantFrom("/waitlist", "/beta", "/captcha", "/health", "/nowhere")
        .map((path) => `POST ${formsBasePath}${path}`),
      authCalls.map((call) => call.replace(" ", " /auth/v1")),
    );
    const seen = await check(fc.tuple(routes, rawBody, headers), 150, ([route, body, extra]) => {
      const [method = "", path = ""] = route.split(" ");
      return send(method, path, body, extra);
    });
    expect(seen).toEqual(expect.arrayContaining([400, 404]));
  });

  it("to the REST service is answered, below 500", async () => {
    const names = fc.constantFrom(
      "waitlist",
      "beta_applications",
      "rpc/erase_person",
      "rpc/person_data",
      "erasures",
      "",
    );
    const query = fc
      .array(fc.tuple(fc.constantFrom("select", "email", "order", "limit", "or", "x"), hardText), { maxLength: 3 })
      .map((pairs) => new URLSearchParams(pairs).toString());
    const seen = await check(
      fc.tuple(fc.constantFrom("GET", "POST", "PATCH", "DELETE", "PUT"), names, query, headers),
      80,
      ([method, name, search, extra]) => send(method, `/rest/v1/${name}?${search}`, "{}", extra),
    );
    expect(seen).not.toContain(200);
  });

  it("leaves no row that the contract refuses, and no address in the logs", async () => {
    const people = await backend.supabase.from("waitlist").select("email, source").throwOnError();
    const applications = await backend.supabase.from("beta_applications").select("*").throwOnError();
    expect(people.data.length).toBeGreaterThan(2);
    expect(applications.data.length).toBeGreaterThan(2);
    // Passing a stored row through the contract again leaves it unchanged.
    for (const row of people.data)
      expect(v.parse(waitlistBody, { ...row, captcha: "x" })).toMatchObject({ email: row.email });
    for (const { id, name, email: address, company, role, reason } of applications.data)
      expect(
        v.parse(betaBody, { name, email: address, company, role, reason, captcha: "x", submissionId: id }),
      ).toMatchObject({ name, email: address, reason });
    const { rows } = await withClient(backend.databaseUrl, (client) =>
      client.query<{ data_directory: string }>("show data_directory"),
    );
    const log = await readFile(join(rows[0]?.data_directory ?? "", "server.log"), "utf8");
    for (const text of [...printed, log]) expect(text).not.toMatch(new RegExp(`${sentDomain}|${held}`, "u"));
  });
});
