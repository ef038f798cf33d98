import { describe, expect, it } from "vitest";
import * as v from "valibot";
import { waitlistFields } from "../../../server/contract/waitlist.ts";
import { applyForBeta } from "../../../server/forms/beta.ts";
import { joinWaitlist } from "../../../server/forms/waitlist.ts";
import type { Bucket } from "../../../server/http/rateLimit.ts";
import type { Admission, Solution } from "../../../server/store/store.ts";
import { anybody, application, type ContractContext } from "../context.ts";

let count = 0;
const newHash = () => (++count).toString(16).padStart(64, "0");
const newSolution = (): Solution => ({ hash: newHash(), expiresAt: new Date(Date.now() + 60_000) });
const newBucket = (burst = 1): Bucket => ({ key: `store:${newHash()}`, burst, secondsPerRequest: 60 });
const newAdmission = (given: Partial<Admission> = {}) => ({
  bucket: newBucket(),
  solution: newSolution(),
  ...given,
});

/** Tests what every store does alike and no route shows: which captchas and requests it spends, and when. */
export function describeStore(context: ContractContext) {
  describe("the store", () => {
    const person = { id: expect.any(String), shareCode: expect.any(String) };
    const joined = { outcome: "joined", person };
    const store = () => context.backend().store;
    const join = (admission: Admission, email = anybody()) =>
      store().submit(joinWaitlist, { ...v.getDefaults(waitlistFields), email }, admission);

    it("spends the solution and the request for a join, whatever its outcome", async () => {
      const email = anybody();
      const [first, again] = [newAdmission(), newAdmission()];
      expect(await join(first, email)).toEqual(joined);
      expect(await join(again, email)).toEqual({ outcome: "already_subscribed" });
      for (const { bucket, solution } of [first, again]) {
        expect(await join(newAdmission({ solution }))).toEqual({ outcome: "captcha_spent" });
        expect(await store().take(bucket)).toBeGreaterThan(50);
      }
    });

    it("spends them whatever the answer to an application is", async () => {
      const email = anybody();
      const whole = { ...application, email };
      const submissionId = crypto.randomUUID();
      const other = () => ({ ...whole, submissionId: crypto.randomUUID() });
      const sent = { ...whole, submissionId };
      for (const [one, outcome] of [
        [sent, "submitted"],
        [sent, "submitted"],
        [{ ...sent, reason: "Another." }, "submission_id_taken"],
        ...Array.from({ length: 4 }, () => [other(), "submitted"] as const),
        [other(), "too_many_applications"],
      ] as const) {
        const { bucket, solution } = newAdmission();
        expect(await store().submit(applyForBeta, one, { bucket, solution })).toEqual({ outcome });
        expect(await store().take(bucket)).toBeGreaterThan(50);
        const spent = { outcome: "captcha_spent" };
        expect(await store().submit(applyForBeta, sent, newAdmission({ solution }))).toEqual(spent);
      }
      expect([await store().hasApplied(email), await store().hasApplied(anybody())]).toEqual([true, false]);
    });

    it("spends no request on a spent solution, but spends the solution of a rate-limited client", async () => {
      const { bucket, solution } = newAdmission();
      expect(await join(newAdmission({ solution }))).toEqual(joined);
      expect(await join({ bucket, solution })).toEqual({ outcome: "captcha_spent" });
      expect(await store().take(bucket)).toBe(0);
      const late = newAdmission({ bucket });
      expect(await join(late)).toEqual({ outcome: "rate_limited", wait: expect.any(Number) });
      expect(await join({ ...late, bucket: newBucket() })).toEqual({ outcome: "captcha_spent" });
      // A captcha that another service has checked brings no solution to spend.
      expect(await join({ bucket: newBucket() })).toEqual(joined);
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
  });
}
