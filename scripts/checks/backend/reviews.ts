import { replyWithinHours } from "../../../server/contract/reply.ts";
import { count, counted, longSpan } from "../../cli/amounts.ts";
import type { BackendContext } from "../../cli/context.ts";
import { countOf, dataOf } from "../../cli/data.ts";
import { type Finding, ok, warning } from "../finding.ts";

/** Is every applicant answered in time? @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`. */
export async function checkReviews({ supabase, signal, clock }: BackendContext): Promise<Finding[]> {
  const now = clock().getTime();
  const latest = new Date(now - replyWithinHours * 3_600_000).toISOString();
  const applications = () => supabase.from("beta_applications");
  const number = { count: "exact", head: true } as const;
  const pending = await countOf(applications().select("id", number).eq("status", "pending"), signal);
  const overdue = await countOf(
    applications().select("id", number).eq("status", "pending").lt("created_at", latest),
    signal,
  );
  const waiting = counted(pending, "application waits", "applications wait");
  if (overdue === 0) return [ok("reviews", `${waiting}, none for longer than ${replyWithinHours} hours.`)];
  const first = applications().select("created_at").eq("status", "pending").order("created_at").limit(1);
  const [oldest] = await dataOf(first, signal);
  const waited = oldest ? `, the oldest for ${longSpan(now - Date.parse(oldest.created_at))}` : "";
  return [
    warning(
      "reviews",
      `${count(overdue)} of ${count(pending)} pending applications ${overdue === 1 ? "waits" : "wait"} for longer than ${replyWithinHours} hours${waited}.`,
      "Answer them: npx prelaunch beta review --overdue",
    ),
  ];
}
