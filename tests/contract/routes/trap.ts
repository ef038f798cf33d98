import { describe, expect, it } from "vitest";
import { application, type ContractContext, expectProblem, post } from "../context.ts";

/** The honeypot: the field of the forms that only a bot fills in. */
export function describeTrap(context: ContractContext) {
  describe("the honeypot", () => {
    const send = async (path: string, body: object) =>
      post(context.backend(), path, { ...body, captcha: await context.backend().solveCaptcha() });
    const everyone = async (table: "waitlist" | "applications", email: string) =>
      (await context.backend().tables[table]()).filter((row) => row.email === email);

    it("answers a bot exactly as after a success, and keeps its address apart from the list", async () => {
      const email = `${crypto.randomUUID()}@example.com`;
      const person = await send("/waitlist", { email: `${crypto.randomUUID()}@example.com`, website: "" });
      const machine = await send("/waitlist", { email, website: "https://spam.example" });
      expect([machine.status, await machine.text()]).toEqual([person.status, await person.text()]);
      expect([...machine.headers.keys()]).toEqual([...person.headers.keys()]);
      expect(await everyone("waitlist", email)).toEqual([]);

      const applied = await send("/beta", {
        ...application,
        email,
        submissionId: crypto.randomUUID(),
        website: " ",
      });
      expect([applied.status, await applied.json()]).toEqual([201, { code: "submitted" }]);
      expect(await everyone("applications", email)).toEqual([]);
      expect(await context.backend().tables.trapped()).toContain(email);
    });

    it("does not tell a bot who is on the waitlist", async () => {
      const email = `${crypto.randomUUID()}@example.com`;
      expect((await send("/waitlist", { email, website: null })).status).toBe(201);
      expect((await send("/waitlist", { email, website: "x" })).status).toBe(201);
    });

    it("does not replace the captcha or the validation", async () => {
      const body = { email: "ada@example.com", website: "x" };
      await expectProblem(
        await post(context.backend(), "/waitlist", { ...body, captcha: "nonsense" }),
        "captcha_failed",
      );
      await expectProblem(await send("/waitlist", { ...body, email: "nonsense" }), "invalid");
      await expectProblem(await send("/waitlist", { ...body, website: 7 }), "invalid");
    });
  });
}
