import { startBrowserMocks } from "../../server/mocks/browser.ts";
import { scenarioOf } from "../../server/mocks/scenarios.ts";
import { storageKey } from "../auth/session.ts";
import { mountPanel } from "./mountPanel.tsx";

const preparedKey = "keelbook-scenario-prepared";

/**
 * Starts offline mode: the mocked backend and its panel. The page waits for it, so that no call gets past the mocks.
 * Against the embedded stack there is nothing to start.
 */
export async function startOffline(): Promise<void> {
  if (import.meta.env.PUBLIC_BACKEND === "embedded") return;
  const name = scenarioOf(location.search);
  const panel = mountPanel(name);
  const mocks = await startBrowserMocks(name, import.meta.env.BASE_URL, panel.showError);
  await prepareSession(mocks.session);
  panel.connect(mocks);
}

/** A session has to be there before the head script looks for it: it is stored, and the page loaded again, once. */
async function prepareSession(create: () => Promise<object | undefined>): Promise<void> {
  const prepared = sessionStorage.getItem(preparedKey) !== null;
  sessionStorage.removeItem(preparedKey);
  const session = prepared ? undefined : await create();
  if (!session) return;
  localStorage.setItem(storageKey, JSON.stringify(session));
  sessionStorage.setItem(preparedKey, "");
  location.reload();
  await new Promise(() => undefined);
}
