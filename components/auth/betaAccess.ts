import { type ApplicationStatus, applicationStatuses } from "../../server/contract/statuses.ts";
import { getSession } from "./auth.ts";
import { ask } from "./backend.ts";
import { storedSession } from "./storedSession.ts";

/**
 * How the signed-in user's beta application stands: accepted once one of them was, else as the newest; `none` without one,
 * `unknown` when it cannot be loaded.
 */
export type BetaAccess = ApplicationStatus | "none" | "unknown";

/** Their statuses, newest first, at most a hundred: far more than one address may have. */
const query = "/rest/v1/beta_applications?select=status&order=created_at.desc&limit=100";

/**
 * Reads it. Row level security shows users their own applications only.
 * @throws when there is no network, or the answer is not of the service.
 */
export async function loadBetaAccess(): Promise<BetaAccess> {
  const accessToken = storedSession()?.accessToken ?? (await getSession())?.access_token;
  if (accessToken === undefined) return "unknown";
  const response = await ask(query, accessToken);
  if (!response.ok) return "unknown";
  const applications: { status?: unknown }[] = await response.json();
  const found = applications.map(({ status }) => status);
  if (found.length === 0) return "none";
  const known = found.includes("accepted") ? "accepted" : found[0];
  return applicationStatuses.find((status) => status === known) ?? "unknown";
}
