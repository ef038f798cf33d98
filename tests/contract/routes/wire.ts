import { describe, expect, it } from "vitest";
import { embeddedPublishableKey } from "../../../server/contract/brand.ts";
import { maxBodyBytes } from "../../../server/contract/limits.ts";
import { type ProblemCode, problems } from "../../../server/contract/outcomes.ts";
import { siteOrigin } from "../../support/backend.ts";
import { anybody, apply, type ContractContext, expectProblem, join, post, statusesOf } from "../context.ts";

/** Tests what all form routes have in common: bodies, methods, CORS, limits and health. */
export function describeWire(context: ContractContext) {
  describe("every form route", () => {
    it.each([
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
      const answers = await Promise.all([
        ...["/health", "/captcha", "/nowhere"].map((path) => request(path)),
        request("/waitlist", { method: "OPTIONS", headers: { origin: siteOrigin } }),
        ...(context.guarded
          ? [
              service("/auth/v1/user", { headers: { apikey: secretKey } }),
              service("/rest/v1/waitlist?limit=1", { headers: { apikey: embeddedPublishableKey } }),
            ]
          : []),
      ]);
      for (const { url, headers } of answers)
        expect(`${url} ${headers.get("cache-control")} ${headers.get("x-content-type-options")}`).toBe(
          `${url} no-store nosniff`,
        );
    });

    it("lets browsers call from the site's origin only", async () => {
      const asks = { "access-control-request-method": "POST", "access-control-request-headers": "content-type" };
      for (const origin of [siteOrigin, "https://evil.example"]) {
        const { headers } = await context.backend().request("/waitlist", {
          method: "OPTIONS",
          headers: { origin, ...asks },
        });
        expect(headers.get("access-control-allow-origin")).toBe(siteOrigin);
        expect(headers.get("access-control-allow-headers")?.split(",")).toContain("content-type");
        // The age is a day, because another preflight would be another round trip before a visitor's form is
        // sent.
        expect(headers.get("access-control-max-age")).toBe("86400");
      }
      const refused = await post(context.backend(), "/waitlist", "{");
      expect(refused.headers.get("access-control-allow-origin")).toBe(siteOrigin);
      expect(refused.headers.get("access-control-expose-headers")).toBe("retry-after");
    });

    it("limits each client's submissions with a new, solved captcha, and says how long to wait", async () => {
      const other = await context.fresh({ rateLimit: { burst: 2, secondsPerRequest: 90 } });
      const captcha = await other.solveCaptcha();
      expect((await join(other, anybody(), { captcha })).status).toBe(201);
      const junk = await statusesOf(10, (n) => join(other, anybody(), { captcha: n % 2 === 0 ? captcha : "junk" }));
      expect(new Set(junk)).toEqual(new Set([403]));
      expect((await join(other)).status).toBe(201);
      const third = await join(other);
      await expectProblem(third, "rate_limited");
      expect(Number(third.headers.get("retry-after"))).toBeLessThanOrEqual(90);
    });

    it("limits calls to an external captcha provider, less strictly than submissions", async () => {
      const other = await context.fresh({
        captcha: { remote: true, verify: async () => "failed" },
        rateLimit: { burst: 1, secondsPerRequest: 900 },
      });
      const statuses = await statusesOf(12, () => join(other, anybody(), { captcha: "junk" }));
      expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429, 429]);
    });

    it("limits a stranger's calls to the services beside the forms", async ({ skip }) => {
      skip(!context.guarded);
      const other = await context.fresh({ rateLimit: { burst: 2, secondsPerRequest: 90 } });
      const signUp = (email: string) =>
        other.service("/auth/v1/signup", {
          method: "POST",
          headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
          body: JSON.stringify({ email, password: "a-long-passphrase" }),
        });
      const expectRefusal = async (response: Response, code: ProblemCode) => {
        expect(await response.json()).toMatchObject({ code, title: problems[code].title });
        expect(response.status).toBe(problems[code].status);
      };
      await expectRefusal(await signUp("a".repeat(64 * 1024)), "too_large");
      expect([(await signUp(anybody())).status, (await signUp(anybody())).status]).toEqual([200, 200]);
      await expectRefusal(await signUp(anybody()), "rate_limited");
    });

    it("says that the store is down, on the routes and in its health", async () => {
      const other = await context.fresh({ captcha: { verify: async () => "passed" } });
      await other.breakStore();
      await expectProblem(await join(other), "store_unavailable");
      await expectProblem(await apply(other), "store_unavailable");
      const health = await other.request("/health");
      expect(health.status).toBe(503);
      expect(await health.json()).toMatchObject({ status: "down", down: ["store"] });
    });
  });
}
