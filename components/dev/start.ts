import { startBrowserMocks } from "../../server/mocks/browser.ts";
import { scenarioOf } from "../../server/mocks/scenarios.ts";
import { mountPanel } from "./mountPanel.tsx";
import { isPrepared, storeSession } from "./preparedSession.ts";

/** Starts offline mode: the mocked backend and its panel. The page waits for it, so that no call bypasses the mocks. */
export async function startOffline(): Promise<void> {
  const name = scenarioOf(location.search);
  const panel = mountPanel(name);
  const mocks = await startBrowserMocks(name, import.meta.env.BASE_URL, panel.showError);
  if (!isPrepared() && (await storeSession(mocks, name))) {
    location.reload();
    await new Promise(() => undefined);
  }
  panel.connect(mocks);
}
