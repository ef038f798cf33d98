import { solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { describe, expect, it } from "vitest";
import type { CaptchaProvider } from "../../../server/captcha/provider.ts";
import { limits } from "../../../server/contract/limits.ts";
import type { ProblemCode } from "../../../server/contract/outcomes.ts";
import { mintCaptchaFor } from "../../support/mintCaptcha.ts";
import { anybody, apply, type ContractContext, expectProblem, join, statusesOf } from "../context.ts";

export function describeCaptcha(context: ContractContext) {
  describe("captcha", () => {
    const sent = (captcha: string) => join(context.backend(), anybody(), { captcha });
    const token = (challenge: object, solution: object | null) => btoa(JSON.stringify({ challenge, solution }));

    it("accepts one of twenty parallel uses of a token, and none later", async () => {
      const captcha = await context.backend().solveCaptcha();
      expect((await statusesOf(20, () => sent(captcha))).filter((status) => status === 201)).toHaveLength(1);
      await expectProblem(await sent(captcha), "captcha_failed");
    });

    it("serves a challenge that is never cached, and accepts its solution, at the real cost", async () => {
      const response = await context.backend().request("/captcha");
      expect(response.headers.get("cache-control")).toBe("no-store");
      const challenge: Challenge = await response.json();
      expect(challenge.parameters).toMatchObject({ algorithm: "PBKDF2/SHA-256", cost: 15_000 });
      const solved = token(challenge, await solveChallenge({ challenge, deriveKey }));
      expect(solved.length).toBeLessThan(limits.captcha);
      expect((await sent(solved)).status).toBe(201);
    });

    it("refuses an expired token, one signed by somebody else, and a challenge with any part changed", async () => {
      await expectProblem(
        await sent(await context.backend().solveCaptcha(new Date(Date.now() - 1000))),
        "captcha_failed",
      );
      await expectProblem(
        await sent(await mintCaptchaFor("the secret of another site, long enough")),
        "captcha_failed",
      );
      const challenge: Challenge = await (await context.backend().request("/captcha")).json();
      for (const forgery of [
        { cost: 1 },
        // The server must not derive a key for this: it would never answer.
        { cost: 2 ** 31 },
        { keyPrefix: "" },
        { algorithm: "SHA-256" },
        { keySignature: "00" },
        { keySignature: undefined },
        { expiresAt: Math.ceil(Date.now() / 1000) + 86_400 },
        { nonce: "00".repeat(16) },
      ]) {
        const forged = { ...challenge, parameters: { ...challenge.parameters, ...forgery } };
        await expectProblem(await sent(token(forged, { counter: 0, derivedKey: "00".repeat(32) })), "captcha_failed");
      }
    });

    it.each(["[".repeat(4000), `{"challenge":{"parameters":[]}}`])(
      "refuses a token that is no proof at all: %.30s",
      async (text) => {
        await expectProblem(await sent(btoa(text)), "captcha_failed");
      },
    );

    it("limits the challenges of a client, and says how long to wait", async () => {
      const other = await context.fresh({ rateLimit: { burst: 1, secondsPerRequest: 60 } });
      expect(await statusesOf(6, () => other.request("/captcha"))).toEqual([200, 200, 200, 200, 429, 429]);
      expect(Number((await other.request("/captcha")).headers.get("retry-after"))).toBeGreaterThan(0);
    });

    const verdicts: [ProblemCode, CaptchaProvider["verify"]][] = [
      ["captcha_unavailable", async () => "unavailable"],
      ["unexpected", () => Promise.reject(new Error("broken provider"))],
    ];
    it.each(verdicts)("answers %s when the provider does", async (code, verify) => {
      const other = await context.fresh({ captcha: { verify } });
      await expectProblem(await join(other), code);
      await expectProblem(await apply(other), code);
      expect([await other.tables.waitlist(), await other.tables.applications()]).toEqual([[], []]);
    });
  });
}
