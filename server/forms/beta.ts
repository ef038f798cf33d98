import { betaBody } from "../contract/beta.ts";
import { ProblemError } from "../http/problem.ts";
import { defineForm } from "./form.ts";

const idTaken = { submissionId: "This submission id belongs to another application." };

/** `POST /beta`: apply for beta access. */
export const beta = defineForm({
  name: "beta",
  body: betaBody,
  async submit(store, application, admission) {
    const answer = await store.apply(application, admission);
    if (answer.outcome === "too_many_applications") throw new ProblemError("too_many_applications");
    if (answer.outcome === "submission_id_taken") throw new ProblemError("invalid", { errors: idTaken });
    return answer.outcome === "submitted" ? { code: "submitted" } : answer;
  },
});
