import { type ApplicationStatus, applicationStatuses } from "../../server/contract/limits.ts";
import { connect } from "./client.ts";

/**
 * How the signed-in user's beta application stands: accepted once one of them was, else as the newest; `none` without one,
 * `unknown` when it cannot be loaded.
 */
export type BetaAccess = ApplicationStatus | "none" | "unknown";

/** Most applications looked at; far more than one address may have. */
const most = 100;

/** Reads it. Row level security shows users their own applications only. */
export async function loadBetaAccess(): Promise<BetaAccess> {
  const supabase = await connect();
  const { data, error } = await supabase
    .from("beta_applications")
    .select("status")
    .order("created_at", { ascending: false })
    .limit(most);
  if (error) return "unknown";
  const [newest] = data;
  if (!newest) return "none";
  const known = data.some(({ status }) => status === "accepted") ? "accepted" : newest.status;
  return applicationStatuses.find((status) => status === known) ?? "unknown";
}
