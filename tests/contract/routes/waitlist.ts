import { beforeEach, describe, expect, it } from "vitest";
import { type ContractContext, expectProblem, post } from "../context.ts";

/** `POST /waitlist` of the HTTP contract. */
export function describeWaitlist(context: ContractContext) {
  describe("POST /waitlist", () => {
    const emails = async () =>
      (await context.backend().tables.waitlist()).map(({ email, notified, source }) => ({ email, notified, source }));

    beforeEach(async () => {
      await context.backend().tables.empty();
    });

    it("stores the address trimmed and lower-cased, not notified", async () => {
      const response = await post(context.backend(), "/waitlist", {
        email: "  Ada@Example.COM ",
        captcha: await context.backend().solveCaptcha(),
        source: "newsletter-may",
      });
      expect(response.status).toBe(201);
      expect(await response.json()).toEqual({ code: "joined" });
      expect(await emails()).toEqual([{ email: "ada@example.com", notified: false, source: "newsletter-may" }]);
    });

    it("stores an internationalised domain in ASCII, once for all its spellings", async () => {
      const join = async (email: string) =>
        post(context.backend(), "/waitlist", { email, captcha: await context.backend().solveCaptcha() });
      expect((await join("\u2068Ada@Ex\u00e4mple.COM\u2069")).status).toBe(201);
      expect(await emails()).toMatchObject([{ email: "ada@xn--exmple-cua.com" }]);
      for (const email of ["ada@exa\u0308mple.com", "ada@xn--exmple-cua.com", "ada@EX\u00c4MPLE\u3002com"])
        await expectProblem(await join(email), "already_subscribed");
      expect(await expectProblem(await join("j\u00fcrgen@example.com"), "invalid")).toHaveProperty(
        ["errors", "email"],
        "Before its @, an e-mail address can only have letters from a to z, digits and signs such as . _ + -.",
      );
    });

    it("answers already_subscribed the second time and inserts nothing", async () => {
      await post(context.backend(), "/waitlist", {
        email: "ada@example.com",
        captcha: await context.backend().solveCaptcha(),
      });
      await expectProblem(
        await post(context.backend(), "/waitlist", {
          email: "ADA@example.com",
          captcha: await context.backend().solveCaptcha(),
        }),
        "already_subscribed",
      );
      expect(await emails()).toHaveLength(1);
    });

    describe("from a person who had unsubscribed", () => {
      const moment = "2026-05-04T12:00:00+00:00";
      const held = () => context.backend().tables.waitlist();
      const join = async () =>
        post(context.backend(), "/waitlist", {
          email: "back@example.com",
          captcha: await context.backend().solveCaptcha(),
          source: "second-visit",
        });
      beforeEach(async () => {
        await context.backend().tables.addToWaitlist(
          ["back@example.com", "other@example.com"].map((email) => ({
            email,
            source: "first-visit",
            notified: true,
            created_at: moment,
            confirmed_at: moment,
            unsubscribed_at: moment,
          })),
        );
      });

      it("subscribes them again, unconfirmed and with their first source", async () => {
        const response = await join();
        expect([response.status, await response.json()]).toEqual([201, { code: "joined" }]);
        const fresh = { notified: false, confirmed_at: null, unsubscribed_at: null };
        expect(await held()).toEqual(
          expect.arrayContaining([
            expect.objectContaining({ email: "back@example.com", source: "first-visit", created_at: moment, ...fresh }),
            expect.objectContaining({ email: "other@example.com", unsubscribed_at: moment }),
          ]),
        );
        expect(await held()).toHaveLength(2);
      });

      it("answers already_subscribed once they are back", async () => {
        await join();
        await expectProblem(await join(), "already_subscribed");
      });

      it("accepts one of many simultaneous sign-ups", async () => {
        const answers = await Promise.all(Array.from({ length: 10 }, join));
        const statuses = answers.map(({ status }) => status).sort();
        expect(statuses).toEqual([201, ...Array.from({ length: 9 }, () => 409)]);
      });
    });

    it("asks again who joins after their mail bounced, and says so to who complained", async () => {
      const join = async (email: string) =>
        post(context.backend(), "/waitlist", { email, captcha: await context.backend().solveCaptcha() });
      const returned = async (event: "bounced" | "complained", name: string) => {
        const email = `${name}@example.com`;
        expect((await join(email)).status).toBe(201);
        await context.backend().store.recordMailEvent({ event, emails: [email] });
        return email;
      };
      expect((await join(await returned("bounced", "ada"))).status).toBe(201);
      await expectProblem(await join(await returned("complained", "bo")), "mail_returned");
      expect(await context.backend().tables.waitlist()).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ email: "ada@example.com", unsubscribed_at: null }),
          expect.objectContaining({ email: "bo@example.com", unsubscribed_at: expect.any(String) }),
        ]),
      );
    });

    it("makes one row of fifty simultaneous sign-ups", async () => {
      const captchas = await Promise.all(Array.from({ length: 50 }, () => context.backend().solveCaptcha()));
      const answers = await Promise.all(
        captchas.map((captcha) => post(context.backend(), "/waitlist", { email: "rush@example.com", captcha })),
      );
      const codes = await Promise.all(answers.map(async (answer) => Reflect.get(Object(await answer.json()), "code")));
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
      ["a Kelvin sign for a k", { email: "\u212aeel@example.com" }],
    ])("refuses %s with a message on the field", async (_, body) => {
      const problem = await expectProblem(
        await post(context.backend(), "/waitlist", { ...body, captcha: "x" }),
        "invalid",
      );
      expect(problem).toHaveProperty(["errors", "email"], expect.stringContaining("e-mail"));
      expect(await emails()).toHaveLength(0);
    });

    it("names every field that is missing", async () => {
      expect(await expectProblem(await post(context.backend(), "/waitlist", {}), "invalid")).toMatchObject({
        errors: { email: "Required.", captcha: "Required." },
      });
      expect(await expectProblem(await post(context.backend(), "/waitlist", "null"), "invalid")).toHaveProperty([
        "errors",
        "body",
      ]);
    });

    it("accepts an address of 254 characters and refuses 255", async () => {
      const address = (length: number) =>
        `${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}${"c".repeat(length - 248)}`;
      expect(
        (
          await post(context.backend(), "/waitlist", {
            email: address(254),
            captcha: await context.backend().solveCaptcha(),
          })
        ).status,
      ).toBe(201);
      expect(await emails()).toMatchObject([{ email: address(254) }]);
      await expectProblem(
        await post(context.backend(), "/waitlist", {
          email: address(255),
          captcha: await context.backend().solveCaptcha(),
        }),
        "invalid",
      );
    });

    it("refuses a source that is not a plain word", async () => {
      await expectProblem(
        await post(context.backend(), "/waitlist", { email: "a@example.com", captcha: "x", source: "<script>" }),
        "invalid",
      );
    });
  });
}
