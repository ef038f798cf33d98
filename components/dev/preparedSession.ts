import type { BrowserMocks } from "../../server/mocks/browser.ts";
import type { ScenarioName } from "../../server/mocks/scenarios.ts";
import { storageKey } from "../auth/session.ts";

const preparedKey = "keelbook-scenario-prepared";

/** Whether this page was reloaded to find a prepared session; call it once per page. */
export function isPrepared(): boolean {
  const prepared = sessionStorage.getItem(preparedKey) !== null;
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
