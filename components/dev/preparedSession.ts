import type { BrowserMocks } from "../../server/mocks/browser.ts";
import type { ScenarioName } from "../../server/mocks/scenarios.ts";
import { storageKey } from "../auth/session.ts";

const preparedKey = "keelbook-scenario-prepared";

/**
 * Whether this page was loaded to find a prepared session, and finds it: the page before may have removed it, if a refresh of
 * its own session failed while it was unloading. Call it once per page, before its code runs.
 */
export function isPrepared(): boolean {
  const prepared = sessionStorage.getItem(preparedKey) !== null && localStorage.getItem(storageKey) !== null;
  sessionStorage.removeItem(preparedKey);
  return prepared;
}

/**
 * Stores a scenario's session, if it has one, as if from an earlier visit. The head script of the next page load finds it.
 */
export async function storeSession(mocks: BrowserMocks, name: ScenarioName): Promise<boolean> {
  const session = await mocks.session(name);
  if (!session) return false;
  localStorage.setItem(storageKey, JSON.stringify(session));
  sessionStorage.setItem(preparedKey, "");
  return true;
}
