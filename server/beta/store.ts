import type { BetaApplication } from "../contract/beta.ts";
import { ProblemError } from "../http/problem.ts";
import type { Supabase } from "../supabase/client.ts";
import { tooManyOpen, uniqueViolation } from "../supabase/errors.ts";

const record = ({ name, email, company, role, reason }: BetaApplication) => ({
  name,
  email,
  company: company ?? null,
  role,
  reason,
});

/**
 * The third table call of requirements 7, keyed by the submission id. The same application sent again (an answer was
 * lost on the way) is stored once and accepted again.
 * @throws ProblemError `too_many_applications`, `invalid` when the id was used for another application, `store_unavailable`.
 */
export async function insertApplication(supabase: Supabase, application: BetaApplication): Promise<void> {
  const row = record(application);
  const { error } = await supabase
    .from("beta_applications")
    .insert({ id: application.submissionId, ...row, status: "pending" });
  if (!error) return;
  if (error.code === tooManyOpen) throw new ProblemError("too_many_applications");
  if (error.code !== uniqueViolation) throw new ProblemError("store_unavailable", { cause: error });
  const stored = await supabase
    .from("beta_applications")
    .select("name,email,company,role,reason")
    .eq("id", application.submissionId)
    .limit(1)
    .retry(false);
  if (stored.error) throw new ProblemError("store_unavailable", { cause: stored.error });
  const [first] = stored.data;
  const same =
    first?.name === row.name &&
    first.email === row.email &&
    first.company === row.company &&
    first.role === row.role &&
    first.reason === row.reason;
  if (!same)
    throw new ProblemError("invalid", {
      errors: { submissionId: "This submission id belongs to another application." },
    });
}
