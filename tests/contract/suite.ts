import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import type { CaptchaProvider } from "../../server/captcha/provider.ts";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { maxBodyBytes } from "../../server/contract/limits.ts";
import { problemMediaType, problems, type ProblemCode } from "../../server/contract/outcomes.ts";
import { type Backend, type BackendOptions, siteOrigin } from "../support/backend.ts";

/** Sends JSON as the site's browser code does. */
const post = (backend: Backend, path: string, body: unknown, headers: Record<string, string> = {}) =>
  backend.request(path, {
    method: "POST",
    headers: { "content-type": "application/json", origin: siteOrigin, ...headers },
    body: typeof body === "string" ? body : JSON.stringify(body),
  });

const application = { name: "Ada Lovelace", email: "ada@beta.example", role: "freelancer", reason: "Late payers." };

async function expectProblem(response: Response, code: ProblemCode) {
  const body: unknown = await response.json();
  expect(body).toMatchObject({ code, status: problems[code].status, title: problems[code].title });
  expect(response.status).toBe(problems[code].status);
  expect(response.headers.get("content-type")).toBe(problemMediaType);
  expect(response.headers.get("cache-control")).toBe("no-store");
  return body;
}

/** The wire contract of the form routes (design.md), for any backend that claims to keep it. */
export function describeContract(name: string, makeBackend: (options?: BackendOptions) => Promise<Backend>) {
  describe(`form routes on ${name}`, () => {
    let backend: Backend;
    beforeAll(async () => {
      backend = await makeBackend();
      return () => backend.stop();
    });
    const fresh = async (options: BackendOptions) => {
      const other = await makeBackend(options);
      onTestFinished(() => other.stop());
      return other;
    };
    const emails = async () => {
      const { data, error } = await backend.supabase.from("waitlist").select("email,notified,source");
      expect(error).toBeNull();
      return data ?? [];
    };

    describe("POST /waitlist", () => {
      afterEach(async () => {
        await backend.supabase.from("waitlist").delete().neq("email", "");
      });

      it("stores the address trimmed and lower-cased, not notified", async () => {
        const response = await post(backend, "/waitlist", {
          email: "  Ada@Example.COM ",
          captcha: await backend.solveCaptcha(),
          source: "newsletter-may",
        });
        expect(response.status).toBe(201);
        expect(await response.json()).toEqual({ code: "joined" });
        expect(await emails()).toEqual([{ email: "ada@example.com", notified: false, source: "newsletter-may" }]);
      });

      it("answers already_subscribed the second time and inserts nothing", async () => {
        await post(backend, "/waitlist", { email: "ada@example.com", captcha: await backend.solveCaptcha() });
        await expectProblem(
          await post(backend, "/waitlist", { email: "ADA@example.com", captcha: await backend.solveCaptcha() }),
          "already_subscribed",
        );
        expect(await emails()).toHaveLength(1);
      });

      it("makes one row out of fifty sign-ups at the same moment", async () => {
        const captchas = await Promise.all(Array.from({ length: 50 }, () => backend.solveCaptcha()));
        const answers = await Promise.all(
          captchas.map((captcha) => post(backend, "/waitlist", { email: "rush@example.com", captcha })),
        );
        const codes = await Promise.all(
          answers.map(async (answer) => Reflect.get(Object(await answer.json()), "code")),
        );
        expect(codes.filter((code) => code === "joined")).toHaveLength(1);
        expect(codes.filter((code) => code === "already_subscribed")).toHaveLength(49);
        expect(await emails()).toHaveLength(1);
      });

      it.each([
        ["an empty address", { email: "" }],
        ["no at sign", { email: "ada.example.com" }],
        ["two at signs", { email: "a@b@example.com" }],
        ["a space inside", { email: "a da@example.com" }],
        ["a line break", { email: "ada@example.com\nbcc: x@example.com" }],
        ["a number", { email: 5 }],
        ["a Kelvin sign for a k", { email: "a@\u212aeel.example" }],
      ])("refuses %s with a message on the field", async (_, body) => {
        const problem = await expectProblem(await post(backend, "/waitlist", { ...body, captcha: "x" }), "invalid");
        expect(problem).toHaveProperty(["errors", "email"], expect.stringContaining("e-mail"));
        expect(await emails()).toHaveLength(0);
      });

      it("names every field that is missing", async () => {
        expect(await expectProblem(await post(backend, "/waitlist", {}), "invalid")).toMatchObject({
          errors: { email: "Required.", captcha: "Required." },
        });
        expect(await expectProblem(await post(backend, "/waitlist", "null"), "invalid")).toHaveProperty([
          "errors",
          "body",
        ]);
      });

      it("takes an address of 254 characters and refuses 255", async () => {
        const address = (length: number) =>
          `${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}${"c".repeat(length - 248)}`;
        expect(
          (await post(backend, "/waitlist", { email: address(254), captcha: await backend.solveCaptcha() })).status,
        ).toBe(201);
        expect(await emails()).toMatchObject([{ email: address(254) }]);
        await expectProblem(
          await post(backend, "/waitlist", { email: address(255), captcha: await backend.solveCaptcha() }),
          "invalid",
        );
      });

      it("refuses a source that is not a plain word", async () => {
        await expectProblem(
          await post(backend, "/waitlist", { email: "a@example.com", captcha: "x", source: "<script>" }),
          "invalid",
        );
      });
    });

    describe("POST /beta", () => {
      const submit = async (extra: Record<string, unknown> = {}) =>
        post(backend, "/beta", {
          ...application,
          submissionId: crypto.randomUUID(),
          captcha: await backend.solveCaptcha(),
          ...extra,
        });

      it("stores a pending application, normalised", async () => {
        const submissionId = crypto.randomUUID();
        const response = await submit({ name: "  Zoe\u0308 ", company: "  ", reason: " one\r\ntwo ", submissionId });
        expect(response.status).toBe(201);
        expect(await response.json()).toEqual({ code: "submitted" });
        const { data } = await backend.supabase
          .from("beta_applications")
          .select("name,email,company,role,reason,status,reviewed_at")
          .eq("id", submissionId);
        expect(data).toEqual([
          {
            name: "Zo\u00eb",
            email: "ada@beta.example",
            company: null,
            role: "freelancer",
            reason: "one\ntwo",
            status: "pending",
            reviewed_at: null,
          },
        ]);
      });

      it("takes null for no company", async () => {
        expect((await submit({ company: null })).status).toBe(201);
      });

      it("counts the same submission id twice as one application", async () => {
        const submissionId = crypto.randomUUID();
        expect((await submit({ submissionId })).status).toBe(201);
        expect((await submit({ submissionId })).status).toBe(201);
        const { data } = await backend.supabase.from("beta_applications").select("id").eq("id", submissionId);
        expect(data).toHaveLength(1);
      });

      it("refuses another application under a used submission id", async () => {
        const submissionId = crypto.randomUUID();
        await submit({ submissionId });
        await expectProblem(await submit({ submissionId, reason: "Something else." }), "invalid");
      });

      it.each([
        ["name", 100],
        ["company", 120],
        ["reason", 2000],
      ])("takes a %s of %i code points and refuses one more", async (field, max) => {
        expect((await submit({ [field]: "\u{1F4B6}".repeat(max) })).status).toBe(201);
        expect(await expectProblem(await submit({ [field]: "\u{1F4B6}".repeat(max + 1) }), "invalid")).toHaveProperty([
          "errors",
          field,
        ]);
      });

      it.each([
        ["name", "", "Enter your name."],
        ["name", "Ada\u0000", "Control characters are not allowed here."],
        ["name", "a\ud800", "Control characters are not allowed here."],
        ["name", "\u202eadA", "Control characters are not allowed here."],
        ["name", "\u200b\u2060", "Enter your name."],
        ["reason", "\u200b\n", "Enter your reason."],
        ["email", "nope", "Enter a valid e-mail address, such as ada@example.com."],
        ["role", "astronaut", "Choose the role that fits you best."],
        ["reason", "   ", "Enter your reason."],
        ["submissionId", "1", "The submission id must be a UUID."],
      ])("names the field %s when it is %j", async (field, value, message) => {
        expect(await expectProblem(await submit({ [field]: value }), "invalid")).toHaveProperty(
          ["errors", field],
          message,
        );
      });
    });

    describe("captcha", () => {
      const join = (captcha: string) =>
        post(backend, "/waitlist", { email: `${crypto.randomUUID()}@example.com`, captcha });

      it("refuses a token that was spent", async () => {
        const captcha = await backend.solveCaptcha();
        expect((await join(captcha)).status).toBe(201);
        await expectProblem(await join(captcha), "captcha_failed");
      });

      it("lets one of twenty parallel uses of a token through", async () => {
        const captcha = await backend.solveCaptcha();
        const answers = await Promise.all(Array.from({ length: 20 }, () => join(captcha)));
        expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
      });

      it("refuses nonsense, an expired token and a forged one", async () => {
        await expectProblem(await join("nonsense"), "captcha_failed");
        await expectProblem(await join(await backend.solveCaptcha(new Date(Date.now() - 1000))), "captcha_failed");
        const forged = Object(JSON.parse(atob(await backend.solveCaptcha())));
        forged.challenge.parameters.expiresAt += 3600;
        await expectProblem(await join(btoa(JSON.stringify(forged))), "captcha_failed");
      });

      it("serves a challenge that is never cached", async () => {
        const response = await backend.request("/captcha");
        expect(response.status).toBe(200);
        expect(response.headers.get("cache-control")).toBe("no-store");
        expect(await response.json()).toMatchObject({
          parameters: { algorithm: "PBKDF2/SHA-256" },
          signature: expect.any(String),
        });
      });

      const verdicts: [ProblemCode, CaptchaProvider["verify"]][] = [
        ["captcha_unavailable", async () => "unavailable"],
        ["captcha_failed", async () => "failed"],
        ["unexpected", () => Promise.reject(new Error("broken provider"))],
      ];
      it.each(verdicts)("answers %s when the provider does", async (code, verify) => {
        const other = await fresh({ captcha: { verify } });
        await expectProblem(await post(other, "/waitlist", { email: "a@example.com", captcha: "x" }), code);
        await expectProblem(
          await post(other, "/beta", { ...application, submissionId: crypto.randomUUID(), captcha: "x" }),
          code,
        );
        const { data } = await other.supabase.from("waitlist").select("id");
        expect(data).toEqual([]);
      });
    });

    describe("the wire", () => {
      it.each([
        ["malformed", "{", {}],
        ["unsupported_media_type", "email=a", { "content-type": "application/x-www-form-urlencoded" }],
        ["too_large", JSON.stringify({ email: "a".repeat(maxBodyBytes) }), {}],
      ] as const)("answers %s", async (code, body, headers) => {
        await expectProblem(await post(backend, "/waitlist", body, headers), code);
      });

      it("answers unknown routes and methods", async () => {
        await expectProblem(await backend.request("/nowhere"), "not_found");
        await expectProblem(await backend.request("/waitlist"), "method_not_allowed");
        await expectProblem(await backend.request("/waitlist", { method: "DELETE" }), "method_not_allowed");
      });

      it("lets browsers call from the site's origin alone", async () => {
        const preflight = (origin: string) =>
          backend.request("/waitlist", {
            method: "OPTIONS",
            headers: {
              origin,
              "access-control-request-method": "POST",
              "access-control-request-headers": "content-type",
            },
          });
        expect((await preflight(siteOrigin)).headers.get("access-control-allow-origin")).toBe(siteOrigin);
        expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBeNull();
        const refused = await post(backend, "/waitlist", "{");
        expect(refused.headers.get("access-control-allow-origin")).toBe(siteOrigin);
      });

      it("limits the rate per client and says how long to wait", async () => {
        const other = await fresh({ rateLimit: { burst: 2, secondsPerRequest: 90 } });
        const join = async () =>
          post(other, "/waitlist", {
            email: `${crypto.randomUUID()}@example.com`,
            captcha: await other.solveCaptcha(),
          });
        expect([(await join()).status, (await join()).status]).toEqual([201, 201]);
        const third = await join();
        await expectProblem(third, "rate_limited");
        const wait = Number(third.headers.get("retry-after"));
        expect(wait).toBeGreaterThan(80);
        expect(wait).toBeLessThanOrEqual(90);
      });

      it("limits what strangers send to the services beside them, and how often they may cost a mail", async () => {
        const other = await fresh({ rateLimit: { burst: 2, secondsPerRequest: 90 } });
        const signUp = (body: unknown) =>
          other.service("/auth/v1/signup", {
            method: "POST",
            headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
            body: JSON.stringify(body),
          });
        const expectRefusal = async (response: Response, code: ProblemCode) => {
          expect(await response.json()).toMatchObject({ code, title: problems[code].title });
          expect(response.status).toBe(problems[code].status);
        };
        await expectRefusal(await signUp({ email: "a".repeat(64 * 1024) }), "too_large");
        const person = (n: number) => ({ email: `person-${n}@example.com`, password: "a-long-passphrase" });
        expect([(await signUp(person(1))).status, (await signUp(person(2))).status]).toEqual([200, 200]);
        const third = await signUp(person(3));
        await expectRefusal(third, "rate_limited");
        expect(Number(third.headers.get("retry-after"))).toBeGreaterThan(80);
        const rows = Array.from({ length: 3000 }, (_, n) => ({ email: `imported-${n}@example.com` }));
        expect((await other.supabase.from("waitlist").insert(rows)).error).toBeNull();
      });

      it("says that the store is down, on the routes and in its health", async () => {
        const other = await fresh({ captcha: { verify: async () => "passed" } });
        expect((await other.request("/health")).status).toBe(200);
        await other.breakStore();
        await expectProblem(
          await post(other, "/waitlist", { email: "a@example.com", captcha: "x" }),
          "store_unavailable",
        );
        await expectProblem(
          await post(other, "/beta", { ...application, submissionId: crypto.randomUUID(), captcha: "x" }),
          "store_unavailable",
        );
        const health = await other.request("/health");
        expect(health.status).toBe(503);
        expect(await health.json()).toEqual({ status: "down", down: ["store"] });
      });
    });
  });
}
