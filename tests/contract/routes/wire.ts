import { describe, expect, it } from "vitest";
import type { CaptchaProvider } from "../../../server/captcha/provider.ts";
import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { maxBodyBytes } from "../../../server/contract/limits.ts";
import { type ProblemCode, problems } from "../../../server/contract/outcomes.ts";
import { siteOrigin } from "../../support/backend.ts";
import { application, type ContractContext, expectProblem, post } from "../context.ts";

/** What every form route has in common: bodies, methods, CORS, limits and health. */
export function describeWire(context: ContractContext) {
  describe("every form route", () => {
    it.each([
      ["malformed", "{", {}],
      ["malformed", "{", { "content-type": "Application/JSON ; charset=utf-8" }],
      ["unsupported_media_type", "email=a", { "content-type": "application/x-www-form-urlencoded" }],
      ["too_large", JSON.stringify({ email: "a".repeat(maxBodyBytes) }), {}],
    ] as const)("answers %s", async (code, body, headers) => {
      await expectProblem(await post(context.backend(), "/waitlist", body, headers), code);
    });

    it("answers unknown routes and methods", async () => {
      await expectProblem(await context.backend().request("/nowhere"), "not_found");
      for (const [method, path, allow] of [
        ["GET", "/waitlist", "POST"],
        ["DELETE", "/beta", "POST"],
        ["POST", "/captcha", "GET, HEAD"],
        ["PUT", "/health", "GET, HEAD"],
      ] as const) {
        const refused = await context.backend().request(path, { method });
        expect(`${method} ${path}: ${refused.headers.get("allow")}`).toBe(`${method} ${path}: ${allow}`);
        await expectProblem(refused, "method_not_allowed");
      }
    });

    it("forbids caching and content sniffing in every answer", async () => {
      const { request, service, secretKey } = context.backend();
      const apikey = embeddedPublishableKey;
      const answers = await Promise.all([
        request("/health"),
        request("/captcha"),
        request("/nowhere"),
        request("/waitlist", { method: "OPTIONS", headers: { origin: siteOrigin } }),
        ...(context.guarded
          ? [
              service("/auth/v1/user", { headers: { apikey: secretKey } }),
              service("/rest/v1/waitlist?select=email&limit=1", { headers: { apikey } }),
              service("/auth/v1/user", { headers: { apikey } }),
            ]
          : []),
      ]);
      for (const { url, status, headers } of answers)
        expect(`${url} ${status} ${headers.get("cache-control")} ${headers.get("x-content-type-options")}`).toBe(
          `${url} ${status} no-store nosniff`,
        );
    });

    it("lets browsers call from the site's origin only", async () => {
      const preflight = (origin: string) =>
        context.backend().request("/waitlist", {
          method: "OPTIONS",
          headers: {
            origin,
            "access-control-request-method": "POST",
            "access-control-request-headers": "content-type",
          },
        });
      const allowed = (await preflight(siteOrigin)).headers;
      expect(allowed.get("access-control-allow-origin")).toBe(siteOrigin);
      // A day: another preflight would be another round trip before a visitor's form is sent.
      expect(allowed.get("access-control-allow-headers")?.split(",")).toContain("content-type");
      expect(allowed.get("access-control-max-age")).toBe("86400");
      // Whose browser refuses it, and says which origin may.
      expect((await preflight("https://evil.example")).headers.get("access-control-allow-origin")).toBe(siteOrigin);
      const refused = await post(context.backend(), "/waitlist", "{");
      expect(refused.headers.get("access-control-allow-origin")).toBe(siteOrigin);
      expect(refused.headers.get("access-control-expose-headers")).toBe("retry-after");
    });

    it("limits the rate per client and says how long to wait", async () => {
      const other = await context.fresh({ rateLimit: { burst: 2, secondsPerRequest: 90 } });
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

    it("spends nothing of the limit on a POST without a new, solved captcha", async () => {
      const other = await context.fresh({ rateLimit: { burst: 2, secondsPerRequest: 90 } });
      const join = async (captcha: string) =>
        post(other, "/waitlist", { email: `${crypto.randomUUID()}@example.com`, captcha });
      const spent = await other.solveCaptcha();
      expect((await join(spent)).status).toBe(201);
      const junk = Array.from({ length: 20 }, (_, n) => join(n % 2 === 0 ? spent : "junk"));
      expect(new Set((await Promise.all(junk)).map(({ status }) => status))).toEqual(new Set([403]));
      expect((await join(await other.solveCaptcha())).status).toBe(201);
      await expectProblem(await join(await other.solveCaptcha()), "rate_limited");
    });

    it("limits calls to an external captcha provider, less strictly than submissions", async () => {
      const captcha: CaptchaProvider = { remote: true, verify: async () => "failed" };
      const other = await context.fresh({ captcha, rateLimit: { burst: 1, secondsPerRequest: 900 } });
      const answers = await Promise.all(
        Array.from({ length: 12 }, () => post(other, "/waitlist", { email: "a@example.com", captcha: "junk" })),
      );
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
    });

    it(
      "limits requests to the services beside the forms, and how often they may send a mail",
      { skip: !context.guarded },
      async () => {
        const other = await context.fresh({ rateLimit: { burst: 2, secondsPerRequest: 90 } });
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
        await other.tables.addToWaitlist(rows);
        expect(await other.tables.waitlist()).toHaveLength(3000);
      },
    );

    it("says that the store is down, on the routes and in its health", async () => {
      const other = await context.fresh({ captcha: { verify: async () => "passed" } });
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
}
