import { type ApplicationStatus, applicationStatuses } from "../../server/contract/statuses.ts";
import { getSession } from "./auth.ts";
import { ask } from "./backend.ts";
import { storedSession } from "./storedSession.ts";

/** How somebody's newest beta application stands. */
export interface Standing {
  status: ApplicationStatus;
  appliedAt: Date;
  /** Whether an application before it was accepted. */
  acceptedBefore: boolean;
}

/** {@link Standing}; `none` without an application, `unknown` when it cannot be loaded. */
export type BetaAccess = Standing | "none" | "unknown";

/** Their applications, newest first, at most a hundred: far more than one address may have. */
const query = "/rest/v1/beta_applications?select=email,status,created_at&order=created_at.desc&limit=100";

/**
 * Reads it. Row level security shows users their own applications only.
 * @throws when there is no network, or the answer is not of the service.
 */
export async function loadBetaAccess(): Promise<BetaAccess> {
  const accessToken = await currentToken();
  if (accessToken === undefined) return "unknown";
  const response = await ask(query, accessToken);
  if (!response.ok) return "unknown";
  const [newest, ...earlier]: { status?: unknown; created_at?: unknown }[] = await response.json();
  if (!newest) return "none";
  const status = applicationStatuses.find((known) => known === newest.status);
  const appliedAt = new Date(String(newest.created_at));
  if (!status || Number.isNaN(appliedAt.getTime())) return "unknown";
  return { status, appliedAt, acceptedBefore: earlier.some((application) => application.status === "accepted") };
}

/** How often the session is looked for, and how long it is waited for in between, in milliseconds. */
const [looks, pause] = [10, 100];

/** The access token of who is signed in. Another tab's word that it has signed in may come before what it has stored. */
async function currentToken(): Promise<string | undefined> {
  for (let look = 0; look < looks; look++) {
    const token = storedSession()?.accessToken ?? (await getSession())?.access_token;
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
}
