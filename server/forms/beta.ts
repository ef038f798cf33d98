import { type BetaApplication, betaBody } from "../contract/beta.ts";
import { maxOpenApplications } from "../contract/limits.ts";
import { ProblemError } from "../http/problem.ts";
import { timestamp } from "../lib/time.ts";
import type { Submission } from "../store/store.ts";
import { defineForm } from "./form.ts";

/** Stores an application under its submission id. The same submission sent again is accepted, but stored only once. */
export const applyForBeta: Submission<BetaApplication, "submitted" | "too_many_applications" | "submission_id_taken"> =
  {
    outcomes: ["submitted", "too_many_applications", "submission_id_taken"],
    call: (call, { submissionId: id, ...application }, admission) =>
      call("apply_for_beta", { application: JSON.stringify({ id, ...application }), ...admission }),
    remember({ applications, outbox }, { submissionId: id, ...application }) {
      const row = { id, ...application };
      const stored = applications.find((other) => other.id === id);
      if (stored) {
        // Every field of the form is compared, including fields that are added later.
        const changed = { ...stored, ...row };
        return { outcome: JSON.stringify(changed) === JSON.stringify(stored) ? "submitted" : "submission_id_taken" };
      }
      const open = applications.filter(({ email, status }) => email === row.email && status === "pending");
      if (open.length >= maxOpenApplications) return { outcome: "too_many_applications" };
      applications.push({ ...row, status: "pending", created_at: timestamp(), reviewed_at: null });
      outbox.push({ kind: "application-received", email: row.email });
      return { outcome: "submitted" };
    },
  };

const idTaken = { submissionId: "This submission id belongs to another application." };

/** `POST /beta`: apply for beta access. */
export const beta = defineForm({
  name: "beta",
  body: betaBody,
  submission: applyForBeta,
  async accept({ outcome }) {
    if (outcome === "too_many_applications") throw new ProblemError("too_many_applications");
    if (outcome === "submission_id_taken") throw new ProblemError("invalid", { errors: idTaken });
    return { code: outcome };
  },
});
