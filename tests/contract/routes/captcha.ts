import { createChallenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge } from "altcha-lib/types";
import { describe, expect, it } from "vitest";
import type { CaptchaProvider } from "../../../server/captcha/provider.ts";
import { limits } from "../../../server/contract/limits.ts";
import type { ProblemCode } from "../../../server/contract/outcomes.ts";
import { application, type ContractContext, expectProblem, post } from "../context.ts";

/** The captcha of the form routes. */
export function describeCaptcha(context: ContractContext) {
  describe("captcha", () => {
    const join = (captcha: string) =>
      post(context.backend(), "/waitlist", { email: `${crypto.randomUUID()}@example.com`, captcha });

    it("refuses a token that was spent", async () => {
      const captcha = await context.backend().solveCaptcha();
      expect((await join(captcha)).status).toBe(201);
      await expectProblem(await join(captcha), "captcha_failed");
    });

    it("accepts one of twenty parallel uses of a token", async () => {
      const captcha = await context.backend().solveCaptcha();
      const answers = await Promise.all(Array.from({ length: 20 }, () => join(captcha)));
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
    });

    it("refuses nonsense, an expired token and a forged one", async () => {
      await expectProblem(await join("nonsense"), "captcha_failed");
      await expectProblem(
        await join(await context.backend().solveCaptcha(new Date(Date.now() - 1000))),
        "captcha_failed",
      );
      const forged = Object(JSON.parse(atob(await context.backend().solveCaptcha())));
      forged.challenge.parameters.expiresAt += 3600;
      await expectProblem(await join(btoa(JSON.stringify(forged))), "captcha_failed");
    });

    const challengeOf = async () => {
      const response = await context.backend().request("/captcha");
      expect(response.status).toBe(200);
      const challenge: Challenge = await response.json();
      return challenge;
    };
    const solved = async (challenge: Challenge) =>
      btoa(JSON.stringify({ challenge, solution: await solveChallenge({ challenge, deriveKey }) }));

    it("serves a challenge that is never cached", async () => {
      const response = await context.backend().request("/captcha");
      expect(response.headers.get("cache-control")).toBe("no-store");
      expect(await response.json()).toMatchObject({
        parameters: { algorithm: "PBKDF2/SHA-256", cost: 15_000 },
        signature: expect.any(String),
      });
    });

    it("accepts the solution of a challenge it served, at the real cost", async () => {
      const token = await solved(await challengeOf());
      expect(token.length).toBeLessThan(limits.captcha);
      expect((await join(token)).status).toBe(201);
    }, 30_000);

    it("refuses a challenge with any part changed, or signed by somebody else", async () => {
      const challenge = await challengeOf();
      const forgeries: Partial<Challenge["parameters"]>[] = [
        { cost: 1 },
        { cost: 2 ** 31 },
        { keyPrefix: "" },
        { keyPrefix: "00" },
        { algorithm: "SHA-256" },
        { keySignature: "00" },
        { expiresAt: Math.ceil(Date.now() / 1000) + 86_400 },
        { nonce: "00".repeat(16) },
      ];
      const started = performance.now();
      for (const forgery of forgeries) {
        const token = {
          challenge: { ...challenge, parameters: { ...challenge.parameters, ...forgery } },
          solution: { counter: 0, derivedKey: "00".repeat(32) },
        };
        await expectProblem(await join(btoa(JSON.stringify(token))), "captcha_failed");
      }
      const parameters: Record<string, unknown> = { ...challenge.parameters };
      delete parameters["keySignature"];
      const unsigned = { challenge: { ...challenge, parameters }, solution: { counter: 0, derivedKey: "00" } };
      await expectProblem(await join(btoa(JSON.stringify(unsigned))), "captcha_failed");
      const elsewhere = await createChallenge({
        algorithm: "PBKDF2/SHA-256",
        cost: 1,
        counter: 0,
        deriveKey,
        expiresAt: new Date(Date.now() + 60_000),
        hmacSignatureSecret: "the secret of another site, long enough",
        hmacKeySignatureSecret: "the secret of another site, long enough/key",
      });
      await expectProblem(await join(await solved(elsewhere)), "captcha_failed");
      // A forged challenge must not make the server derive a key: with a cost of 2³¹ it would never answer.
      expect(performance.now() - started).toBeLessThan(5000);
    });

    it.each(["[".repeat(4000), `{"a":`.repeat(1100), '{"challenge":null}', "0", `{"challenge":{"parameters":[]}}`])(
      "refuses a token that is no proof at all: %.30s",
      async (text) => {
        await expectProblem(await join(btoa(text)), "captcha_failed");
      },
    );

    it("limits the challenges of a client, and says how long to wait", async () => {
      const other = await context.fresh({ rateLimit: { burst: 1, secondsPerRequest: 60 } });
      const answers = await Promise.all(Array.from({ length: 6 }, () => other.request("/captcha")));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(2);
      expect(Number(refused[0]?.headers.get("retry-after"))).toBeGreaterThan(0);
    });

    const verdicts: [ProblemCode, CaptchaProvider["verify"]][] = [
      ["captcha_unavailable", async () => "unavailable"],
      ["captcha_failed", async () => "failed"],
      ["unexpected", () => Promise.reject(new Error("broken provider"))],
    ];
    it.each(verdicts)("answers %s when the provider does", async (code, verify) => {
      const other = await context.fresh({ captcha: { verify } });
      await expectProblem(await post(other, "/waitlist", { email: "a@example.com", captcha: "x" }), code);
      await expectProblem(
        await post(other, "/beta", { ...application, submissionId: crypto.randomUUID(), captcha: "x" }),
        code,
      );
      expect(await other.tables.waitlist()).toEqual([]);
    });
  });
}
