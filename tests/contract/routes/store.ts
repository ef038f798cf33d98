import { describe, expect, it } from "vitest";
import type { BetaApplication } from "../../../server/contract/beta.ts";
import { applyForBeta } from "../../../server/forms/beta.ts";
import { joinWaitlist } from "../../../server/forms/waitlist.ts";
import type { Bucket } from "../../../server/lib/rateLimit.ts";
import type { Admission, Solution } from "../../../server/store/store.ts";
import { application, type ContractContext } from "../context.ts";

let count = 0;
const newHash = () => (++count).toString(16).padStart(64, "0");
const newSolution = (life = 60_000): Solution => ({ hash: newHash(), expiresAt: new Date(Date.now() + life) });
const newBucket = (burst: number): Bucket => ({ key: `store:${newHash()}`, burst, secondsPerRequest: 60 });
const newPerson = () => ({ email: `${crypto.randomUUID()}@example.com` });
const newAdmission = (burst = 1): Required<Admission> => ({
  bucket: newBucket(burst),
  solution: newSolution(),
  trapped: false,
});

/** What every implementation of the store does alike and no route shows: which captchas and requests it spends, and when. */
export function describeStore(context: ContractContext) {
  describe("the store", () => {
    const store = () => context.backend().store;

    it("spends the solution and the request for a join, also if the address is on the list already", async () => {
      const person = newPerson();
      const admission = newAdmission();
      expect(await store().submit(joinWaitlist, person, admission)).toEqual({ outcome: "joined" });
      const again = newAdmission();
      expect(await store().submit(joinWaitlist, person, again)).toEqual({ outcome: "already_subscribed" });
      for (const spent of [admission, again]) {
        expect(await store().submit(joinWaitlist, newPerson(), { ...spent, bucket: newBucket(1) })).toEqual({
          outcome: "captcha_spent",
        });
        expect(await store().take(spent.bucket)).toBeGreaterThan(50);
      }
    });

    it("spends them whatever the answer to an application is", async () => {
      const whole = { ...application, role: "other" as const, ...newPerson() };
      const submissionId = crypto.randomUUID();
      const open = Array.from({ length: 4 }, () => ({ ...whole, submissionId: crypto.randomUUID() }));
      const outcomes = [];
      const admissions = [];
      for (const sent of [
        { ...whole, submissionId },
        { ...whole, submissionId },
        { ...whole, submissionId, reason: "Another." },
        ...open,
        { ...whole, submissionId: crypto.randomUUID() },
      ]) {
        const admission = newAdmission();
        admissions.push(admission);
        outcomes.push((await store().submit(applyForBeta, sent, admission)).outcome);
      }
      const submitted = open.map(() => "submitted");
      expect(outcomes).toEqual([
        "submitted",
        "submitted",
        "submission_id_taken",
        ...submitted,
        "too_many_applications",
      ]);
      for (const { bucket, solution } of admissions) {
        expect(await store().take(bucket)).toBeGreaterThan(50);
        const admission = { ...newAdmission(), solution };
        expect(await store().submit(applyForBeta, { ...whole, submissionId }, admission)).toEqual({
          outcome: "captcha_spent",
        });
      }
      expect(await store().hasApplied(whole.email)).toBe(true);
      expect(await store().hasApplied("nobody@example.com")).toBe(false);
    });

    it("takes one submission id for one application, which differs in whichever field is another", async () => {
      const whole = { ...application, role: "other" as const, ...newPerson(), submissionId: crypto.randomUUID() };
      const sent = { ...whole, company: "Lovelace & Co" };
      const outcomeOf = async (one: BetaApplication) =>
        (await store().submit(applyForBeta, one, { bucket: newBucket(1), trapped: false })).outcome;
      expect([await outcomeOf(sent), await outcomeOf(sent)]).toEqual(["submitted", "submitted"]);
      for (const other of [
        { ...sent, name: "Ada King" },
        { ...sent, ...newPerson() },
        { ...sent, role: "consultant" as const },
        { ...sent, reason: "Another." },
        { ...sent, company: "King & Co" },
        whole,
      ])
        expect(await outcomeOf(other)).toBe("submission_id_taken");
    });

    it("spends no request on a spent solution, but spends the solution of a rate-limited client", async () => {
      const { bucket, solution } = newAdmission();
      expect(
        await store().submit(joinWaitlist, newPerson(), { bucket: newBucket(1), solution, trapped: false }),
      ).toEqual({
        outcome: "joined",
      });
      expect(await store().submit(joinWaitlist, newPerson(), { bucket, solution, trapped: false })).toEqual({
        outcome: "captcha_spent",
      });
      expect(await store().take(bucket)).toBe(0);
      const late = newSolution();
      expect(await store().submit(joinWaitlist, newPerson(), { bucket, solution: late, trapped: false })).toEqual({
        outcome: "rate_limited",
        wait: expect.any(Number),
      });
      expect(await store().submit(joinWaitlist, newPerson(), { ...newAdmission(), solution: late })).toEqual({
        outcome: "captcha_spent",
      });
    });

    it("spends as much for a bot in the honeypot as for a person, and stores nothing", async () => {
      const person = newPerson();
      const admission = { ...newAdmission(), trapped: true };
      expect(await store().submit(joinWaitlist, person, admission)).toEqual({ outcome: "joined" });
      expect(await store().take(admission.bucket)).toBeGreaterThan(50);
      expect((await context.backend().tables.waitlist()).filter(({ email }) => email === person.email)).toEqual([]);
    });

    it("accepts a submission without a solution, whose captcha is spent elsewhere", async () => {
      expect(await store().submit(joinWaitlist, newPerson(), { bucket: newBucket(1), trapped: false })).toEqual({
        outcome: "joined",
      });
    });

    it("takes from all of some buckets of different sizes or from none, and answers the longest wait", async () => {
      const [narrow, wide] = [newBucket(1), { ...newBucket(2), secondsPerRequest: 600 }];
      expect(await store().takeAll([wide, narrow])).toBe(0);
      for (let n = 0; n < 3; n++) expect(await store().takeAll([wide, narrow])).toBeLessThanOrEqual(60);
      expect(await store().take(wide)).toBe(0);
      for (const buckets of [
        [wide, narrow],
        [narrow, wide],
      ])
        expect(await store().takeAll(buckets)).toBeGreaterThan(500);
    });

    it("takes no more than there is when many ask for the same buckets in any order", async () => {
      const [narrow, wide] = [newBucket(3), newBucket(5)];
      const waits = await Promise.all(
        Array.from({ length: 12 }, (_, n) => store().takeAll(n % 2 === 0 ? [narrow, wide] : [wide, narrow])),
      );
      expect(waits.filter((wait) => wait === 0)).toHaveLength(3);
      expect([await store().take(wide), await store().take(wide)]).toEqual([0, 0]);
      expect(await store().take(wide)).toBeGreaterThan(50);
    });

    it("says that it is up", async () => {
      await expect(store().check()).resolves.toBeUndefined();
    });
  });
}
