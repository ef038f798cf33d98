import { describe, expect, it } from "vitest";
import type { CaptchaProvider } from "../../../server/captcha/provider.ts";
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

    it("lets one of twenty parallel uses of a token through", async () => {
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

    it("serves a challenge that is never cached", async () => {
      const response = await context.backend().request("/captcha");
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
      const other = await context.fresh({ captcha: { verify } });
      await expectProblem(await post(other, "/waitlist", { email: "a@example.com", captcha: "x" }), code);
      await expectProblem(
        await post(other, "/beta", { ...application, submissionId: crypto.randomUUID(), captcha: "x" }),
        code,
      );
      const { data } = await other.supabase.from("waitlist").select("id");
      expect(data).toEqual([]);
    });
  });
}
