import { startBrowserMocks } from "../../server/mocks/browser.ts";
import { scenarioOf } from "../../server/mocks/scenarios.ts";
import { headScript } from "../auth/headScript.ts";
import { storageKey } from "../auth/session.ts";
import { mountPanel } from "./mountPanel.tsx";

/** Starts offline mode: the mocked backend and its panel. The page waits for it, so that no call bypasses the mocks. */
export async function startOffline(): Promise<void> {
  const name = scenarioOf(location.search);
  const panel = mountPanel(name);
  const mocks = await startBrowserMocks(name, import.meta.env.BASE_URL, panel.showError);
  if (mocks.session) storeSession(mocks.session);
  panel.connect(mocks);
}

/** Stores a scenario's session, as if from an earlier visit. */
function storeSession(session: object): void {
  localStorage.setItem(storageKey, JSON.stringify(session));
  // The head script has found none, or the one of another scenario.
  const script = document.createElement("script");
  script.textContent = headScript;
  document.head.append(script);
}
