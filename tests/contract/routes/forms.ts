import { beforeEach, describe, expect, it } from "vitest";
import { maxOpenApplications } from "../../../server/contract/limits.ts";
import { apply, type ContractContext, expectProblem, join, post, statusesOf } from "../context.ts";

/** `POST /waitlist` and `POST /beta` of the HTTP contract. */
export function describeForms(context: ContractContext) {
  const { backend } = context;
  const listed = () => backend().tables.waitlist();
  const applications = () => backend().tables.applications();
  beforeEach(() => backend().tables.empty());

  describe("POST /waitlist", () => {
    it("stores the address trimmed, lower-cased and in ASCII, once for all its spellings", async () => {
      const response = await join(backend(), "  \u2068Ada@Ex\u00e4mple.COM\u2069 ", { source: "newsletter-may" });
      const joined = { code: "joined", token: expect.any(String), shareCode: expect.stringMatching(/^[0-9A-Z]{8}$/u) };
      expect([response.status, await response.json()]).toEqual([201, joined]);
      for (const email of ["ada@exa\u0308mple.com", "ada@xn--exmple-cua.com", "ada@EX\u00c4MPLE\u3002com"])
        await expectProblem(await join(backend(), email), "already_subscribed");
      expect(await listed()).toMatchObject([
        { email: "ada@xn--exmple-cua.com", notified: false, source: "newsletter-may" },
      ]);
    });

    it("makes one row of twenty simultaneous sign-ups", async () => {
      const statuses = await statusesOf(20, () => join(backend(), "rush@example.com"));
      // A busy machine tells some visitors to come again.
      expect(statuses.filter((status) => status !== 503 && status !== 409)).toEqual([201]);
      await expectProblem(await join(backend(), "rush@example.com"), "already_subscribed");
      expect(await listed()).toHaveLength(1);
    });

    it("subscribes a person who had unsubscribed again, once, unconfirmed and with their first source", async () => {
      const moment = "2026-05-04T12:00:00+00:00";
      const before = { source: "first-visit", created_at: moment };
      const left = { ...before, notified: true, confirmed_at: moment, unsubscribed_at: moment };
      const [back, other] = ["back@example.com", "other@example.com"] as const;
      await backend().tables.addToWaitlist([
        { email: back, ...left },
        { email: other, ...left },
      ]);
      const statuses = await statusesOf(5, () => join(backend(), back, { source: "second-visit" }));
      expect(statuses).toEqual([201, 409, 409, 409, 409]);
      const rows = (await listed()).sort((a, b) => (a.email < b.email ? -1 : 1));
      const fresh = { ...before, notified: false, confirmed_at: null, unsubscribed_at: null };
      expect(rows).toMatchObject([
        { email: back, ...fresh },
        { email: other, ...left },
      ]);
    });

    it("asks people again who join after their mail bounced, and tells those who complained that it does not", async () => {
      const returned = async (event: "bounced" | "complained", email: string) => {
        expect((await join(backend(), email)).status).toBe(201);
        await backend().store.recordMailEvent({ event, emails: [email] });
        return join(backend(), email);
      };
      expect((await returned("bounced", "ada@example.com")).status).toBe(201);
      await expectProblem(await returned("complained", "bo@example.com"), "mail_returned");
      expect((await listed()).filter(({ unsubscribed_at }) => unsubscribed_at === null)).toMatchObject([
        { email: "ada@example.com" },
      ]);
    });

    it("takes an address of 254 characters, and refuses what is none with a message on the field", async () => {
      const address = (length: number) =>
        `${"a".repeat(64)}@${`${"b".repeat(60)}.`.repeat(3)}${"c".repeat(length - 248)}`;
      expect((await join(backend(), address(254))).status).toBe(201);
      for (const email of [address(255), "", "ada.example.com", "a@b@example.com", "ada@example.com\nbcc: x@y.z", 5])
        expect(await expectProblem(await join(backend(), email), "invalid")).toHaveProperty(
          ["errors", "email"],
          expect.stringContaining("email"),
        );
      expect(await listed()).toHaveLength(1);
    });

    it("names every field that is missing or wrong", async () => {
      const errors = async (body: unknown) => expectProblem(await post(backend(), "/waitlist", body), "invalid");
      expect(await errors({})).toMatchObject({ errors: { email: "Required.", captcha: "Required." } });
      expect(await errors("null")).toHaveProperty(["errors", "body"]);
      expect(await errors({ email: "a@example.com", captcha: "x", source: "<script>" })).toHaveProperty(
        "errors.source",
      );
    });
  });

  describe("POST /beta", () => {
    it("stores a pending application, without invisible characters, and line breaks in one-line fields", async () => {
      const submissionId = crypto.randomUUID();
      const name = " \u2067Zo\u0065\u0308\u2069\u000bLove\ud800lace\ufeff ";
      const sent = { name, company: "\u202e\u200b", reason: " one\r\ntwo\u2028three\u0007 ", submissionId };
      const response = await apply(backend(), sent);
      expect([response.status, await response.json()]).toEqual([201, { code: "submitted" }]);
      expect(await applications()).toMatchObject([
        {
          id: submissionId,
          created_at: expect.any(String),
          name: "Zo\u00eb Lovelace",
          email: "ada@beta.example",
          company: null,
          role: "other",
          reason: "one\ntwo\nthree",
          status: "pending",
          reviewed_at: null,
        },
      ]);
    });

    it("takes five open applications of one address, in whatever case, until one is decided", async () => {
      const submissionId = crypto.randomUUID();
      const emails = ["Ada@Beta.Example", "ADA@beta.example"];
      // A submission that all retries send at once counts as one of the five.
      expect(new Set(await statusesOf(5, () => apply(backend(), { submissionId })))).toEqual(new Set([201]));
      const statuses = await statusesOf(10, (n) => apply(backend(), { email: emails[n % 2] }));
      expect(statuses.filter((status) => status === 201)).toHaveLength(maxOpenApplications - 1);
      await expectProblem(await apply(backend()), "too_many_applications");
      expect((await apply(backend(), { submissionId })).status).toBe(201);
      expect((await apply(backend(), { email: "grace@beta.example" })).status).toBe(201);
      await backend().tables.decline(submissionId);
      expect((await apply(backend())).status).toBe(201);
      await expectProblem(await apply(backend()), "too_many_applications");
    });

    it("refuses another application under a used submission id, whatever is different", async () => {
      const submissionId = crypto.randomUUID();
      await apply(backend(), { submissionId });
      for (const other of [
        { name: "Ada King" },
        { email: "ada@other.example" },
        { company: "Analytical Engines" },
        { role: "consultant" },
        { reason: "Something else." },
      ])
        await expectProblem(await apply(backend(), { submissionId, ...other }), "invalid");
    });

    it.each([
      ["name", 100],
      ["company", 120],
      ["reason", 2000],
    ])("takes a %s of %i code points and refuses one more", async (field, max) => {
      expect((await apply(backend(), { [field]: "\u{1F4B6}".repeat(max) })).status).toBe(201);
      const long = await apply(backend(), { [field]: "\u{1F4B6}".repeat(max + 1) });
      expect(await expectProblem(long, "invalid")).toHaveProperty(["errors", field]);
    });

    it.each([
      ["name", "\u0000\u202e\u200b", "Enter your name."],
      ["reason", "\u200b\n", "Enter your reason."],
      ["email", "nope", "Enter a valid email address, such as ada@example.com."],
      ["role", "astronaut", "Choose a role."],
      ["submissionId", "1", "The submission id must be a UUID."],
    ])("names the field %s when it is %j", async (field, value, message) => {
      const refused = await expectProblem(await apply(backend(), { [field]: value }), "invalid");
      expect(refused).toHaveProperty(["errors", field], message);
    });
  });
}
