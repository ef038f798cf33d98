import { type ApplicationStatus, applicationStatuses } from "../../server/contract/limits.ts";
import { supabase } from "./client.ts";
import { dropIfEnded } from "./restore.ts";

/** The state of a user's newest beta application. */
export interface ApplicationState {
  status: ApplicationStatus;
  appliedAt: Date;
  /** Whether an earlier application was accepted. */
  acceptedBefore: boolean;
}

/** {@link ApplicationState}, or `none` without an application, or `unknown` if it cannot be loaded. */
export type BetaAccess = ApplicationState | "none" | "unknown";

/** Loads the state of the user's applications. Row level security lets users read only their own. */
export async function loadBetaAccess(): Promise<BetaAccess> {
  const {
    data,
    error,
    status: answered,
  } = await supabase
    .from("beta_applications")
    .select("status,created_at")
    .order("created_at", { ascending: false })
    // The limit is far above the number of applications that one address may have.
    .limit(100);
  if (error) {
    // The token is refused, so the session may be over.
    if (answered === 401 || answered === 403) void dropIfEnded();
    return "unknown";
  }
  const [newest, ...earlier]: { status?: unknown; created_at?: unknown }[] = data;
  if (!newest) return "none";
  const status = applicationStatuses.find((known) => known === newest.status);
  const appliedAt = new Date(String(newest.created_at));
  if (!status || Number.isNaN(appliedAt.getTime())) return "unknown";
  return { status, appliedAt, acceptedBefore: earlier.some((application) => application.status === "accepted") };
}
