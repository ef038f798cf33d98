import { startBrowserMocks } from "../../server/mocks/browser.ts";
import { type Scenario, scenarioOf, scenarios } from "../../server/mocks/scenarios.ts";
import { headScript } from "../auth/headScript.ts";
import { storageKey } from "../auth/session.ts";
import { placeKey, remember } from "../storage.ts";
import { acts } from "./act.ts";
import { offlineAddress } from "./address.ts";
import { mountPanel } from "./mountPanel.tsx";

/** Starts offline mode: the mocked backend and its panel. Each load begins its scenario anew. */
export async function startOffline(): Promise<void> {
  forget();
  const name = scenarioOf(location.search);
  const panel = mountPanel(name);
  const report = (error: unknown) => {
    // oxlint-disable-next-line no-console -- there a developer can follow it to the source
    console.error(error);
    panel.showError(error instanceof Error ? error.message : String(error));
    import.meta.hot?.send("mocks:error", error instanceof Error ? error.stack : String(error));
  };
  const { scenario: asked = name, act, latency } = offlineAddress();
  if (asked !== name) panel.showError(`There is no scenario “${asked}”. This is ${name}.`);
  const session = await startBrowserMocks(name, {
    base: import.meta.env.BASE_URL,
    latency: Number(latency) || 0,
    onError: report,
  });
  if (session) storeSession(session);
  const scenario: Scenario = scenarios[name];
  if (scenario.placeLink) remember(placeKey, scenario.placeLink);
  panel.ready();
  // The act runs in a later task, because the page waits for this function and only then starts.
  if (act !== undefined) setTimeout(() => void acts[scenario.act](scenario));
}

/** Forgets what the page has stored in another scenario, or in this one before. */
function forget(): void {
  for (const area of [localStorage, sessionStorage])
    for (const key of Object.keys(area)) if (key === storageKey || key.startsWith("keelbook-")) area.removeItem(key);
}

/** Stores a scenario's session, as if from an earlier visit. */
function storeSession(session: object): void {
  localStorage.setItem(storageKey, JSON.stringify(session));
  // The head script has found none, or the one of another scenario.
  const script = document.createElement("script");
  script.textContent = headScript;
  document.head.append(script);
}
