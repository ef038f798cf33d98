import { type ApplicationStatus, applicationStatuses } from "../../server/contract/limits.ts";
import { getSession } from "./auth.ts";
import { ask } from "./backend.ts";
import { storedSession } from "./storedSession.ts";

/** The state of a user's newest beta application. */
export interface Standing {
  status: ApplicationStatus;
  appliedAt: Date;
  /** When it was so: by the backend's clock, as the visitor's may be hours away, unless that cannot be read. */
  asOf: Date;
  /** Whether an earlier application was accepted. */
  acceptedBefore: boolean;
}

/** {@link Standing}, or `none` without an application, or `unknown` if it cannot be loaded. */
export type BetaAccess = Standing | "none" | "unknown";

/** The user's applications, newest first, at most a hundred, which is far more than one address may have. */
const query = "/rest/v1/beta_applications?select=email,status,created_at&order=created_at.desc&limit=100";

/**
 * Loads the state of the user's applications. Row level security lets users read only their own.
 * @throws if there is no network, or the answer is not the service's.
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
  const asOf = new Date(response.headers.get("date") ?? Date.now());
  return { status, appliedAt, asOf, acceptedBefore: earlier.some((application) => application.status === "accepted") };
}

/** How often to look for the session, and how long to wait in between, in milliseconds. */
const [looks, pause] = [10, 100];

/** The signed-in user's access token. Another tab's message that somebody signed in may arrive before the session it has stored. */
async function currentToken(): Promise<string | undefined> {
  for (let look = 0; look < looks; look++) {
    const token = storedSession()?.accessToken ?? (await getSession())?.access_token;
    if (token !== undefined) return token;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  return undefined;
}
