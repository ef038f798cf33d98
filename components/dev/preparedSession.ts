import type { BrowserMocks } from "../../server/mocks/browser.ts";
import type { ScenarioName } from "../../server/mocks/scenarios.ts";
import { storageKey } from "../auth/session.ts";

const preparedKey = "keelbook-scenario-prepared";

/** Whether this page was loaded to find a session that had been stored for it; asked once a page. */
export function isPrepared(): boolean {
  const prepared = sessionStorage.getItem(preparedKey) !== null;
  sessionStorage.removeItem(preparedKey);
  return prepared;
}

/**
 * Stores the session of a scenario, if it has one, as an earlier visit would have left it. It has to be there before the
 * head script looks for it: for the page that is loaded next.
 */
export async function storeSession(mocks: BrowserMocks, name: ScenarioName): Promise<boolean> {
  const session = await mocks.session(name);
  if (!session) return false;
  localStorage.setItem(storageKey, JSON.stringify(session));
  sessionStorage.setItem(preparedKey, "");
  return true;
}
