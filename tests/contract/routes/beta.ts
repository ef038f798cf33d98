import { afterEach, describe, expect, it } from "vitest";
import { maxOpenApplications } from "../../../server/contract/limits.ts";
import { application, type ContractContext, expectProblem, post } from "../context.ts";

/** `POST /beta` of the HTTP contract. */
export function describeBeta(context: ContractContext) {
  describe("POST /beta", () => {
    const submit = async (extra: Record<string, unknown> = {}) =>
      post(context.backend(), "/beta", {
        ...application,
        submissionId: crypto.randomUUID(),
        captcha: await context.backend().solveCaptcha(),
        ...extra,
      });

    afterEach(async () => {
      await context.backend().tables.empty();
    });

    it("stores a pending application, normalised", async () => {
      const submissionId = crypto.randomUUID();
      const response = await submit({ name: "  Zoe\u0308 ", company: "  ", reason: " one\r\ntwo ", submissionId });
      expect(response.status).toBe(201);
      expect(await response.json()).toEqual({ code: "submitted" });
      expect(await context.backend().tables.applications()).toEqual([
        {
          id: submissionId,
          created_at: expect.any(String),
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

    it("removes invisible characters, and line breaks in one-line fields", async () => {
      const submissionId = crypto.randomUUID();
      const name = "\u2067A\u0000d\u00ada\u2069\u000bLove\ud800lace\ufeff";
      expect(
        (await submit({ name, company: "\u202e\u200b", reason: "one\u2028two\u0007\u202c", submissionId })).status,
      ).toBe(201);
      expect(await context.backend().tables.applications()).toMatchObject([
        { name: "Ada Lovelace", company: null, reason: "one\ntwo" },
      ]);
    });

    it("takes null for no company", async () => {
      expect((await submit({ company: null })).status).toBe(201);
    });

    it("counts the same submission id twice as one application", async () => {
      const submissionId = crypto.randomUUID();
      expect((await submit({ submissionId })).status).toBe(201);
      expect((await submit({ submissionId })).status).toBe(201);
      expect(await context.backend().tables.applications()).toHaveLength(1);
    });

    it("takes five open applications of one address, in whatever case, and refuses a sixth in plain words", async () => {
      const emails = ["Ada@Beta.Example", "ADA@beta.example"];
      const submissionId = crypto.randomUUID();
      expect((await submit({ submissionId })).status).toBe(201);
      for (let n = 1; n < maxOpenApplications; n++) expect((await submit({ email: emails[n % 2] })).status).toBe(201);
      await expectProblem(await submit({ email: emails[0] }), "too_many_applications");
      // A repeated request whose first answer was lost is accepted again, and other people are not affected.
      expect((await submit({ submissionId })).status).toBe(201);
      expect((await submit({ email: "grace@beta.example" })).status).toBe(201);
    });

    it("accepts another application once one of the five is decided", async () => {
      const submissionId = crypto.randomUUID();
      await submit({ submissionId });
      for (let n = 1; n < maxOpenApplications; n++) await submit();
      await context.backend().tables.decline(submissionId);
      expect((await submit()).status).toBe(201);
      await expectProblem(await submit(), "too_many_applications");
    });

    it("accepts five of thirty simultaneous applications", async () => {
      const answers = await Promise.all(Array.from({ length: 30 }, () => submit()));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(maxOpenApplications);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(30 - maxOpenApplications);
      expect(await context.backend().tables.applications()).toHaveLength(maxOpenApplications);
    });

    it("counts one submission sent by all retries at once as one of the five", async () => {
      const submissionId = crypto.randomUUID();
      for (let n = 1; n < maxOpenApplications; n++) await submit();
      const answers = await Promise.all(Array.from({ length: 10 }, () => submit({ submissionId })));
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    });

    it("refuses another application under a used submission id, whatever is different", async () => {
      const submissionId = crypto.randomUUID();
      await submit({ submissionId });
      for (const other of [
        { name: "Ada King" },
        { email: "ada@other.example" },
        { company: "Analytical Engines" },
        { role: "other" },
        { reason: "Something else." },
      ])
        await expectProblem(await submit({ submissionId, ...other }), "invalid");
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
      ["name", "\u0000\u202e", "Enter your name."],
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
}
