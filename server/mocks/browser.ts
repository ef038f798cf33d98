import { setupWorker } from "msw/browser";
import { createMockBackend, mockKeys } from "./backend.ts";
import { createHandlers } from "./handlers.ts";
import { type Scenario, type ScenarioName, scenarios } from "./scenarios.ts";
import type { MockMail } from "./services/state.ts";
import { forgetState, loadState, saveState } from "./snapshot.ts";
import { createStoredSession } from "./storedSession.ts";

/** The mocked backend of this page. */
export interface BrowserMocks {
  scenario: Scenario;
  /** What it has sent so far, oldest first. */
  mails(): readonly MockMail[];
  /** The session the scenario has in the browser, if any. */
  session(): Promise<object | undefined>;
  /** Forgets everything that has happened. */
  startAfresh(): void;
}

export interface BrowserMocksOptions {
  scenario: ScenarioName;
  /** Folder the site is served from; the worker file is there. */
  base: string;
  onUnhandled: (error: Error) => void;
}

/** Has MSW answer every call to the backend from inside this browser. */
export async function startBrowserMocks({
  scenario: name,
  base,
  onUnhandled,
}: BrowserMocksOptions): Promise<BrowserMocks> {
  const scenario: Scenario = scenarios[name];
  const state = await loadState();
  let kept = true;
  const save = () => {
    if (kept) saveState(state);
  };
  const backend = createMockBackend({
    state,
    siteUrl: location.origin,
    faults: scenario.faults ?? [],
    onChange: save,
    onUnhandled,
  });
  await setupWorker(...createHandlers(backend)).start({
    quiet: true,
    onUnhandledRequest: "bypass",
    serviceWorker: { url: `${base}mockServiceWorker.js`, options: { scope: base } },
  });
  return {
    scenario,
    mails: () => state.mails,
    async session() {
      const session = scenario.session && (await createStoredSession(state, scenario.session, mockKeys));
      save();
      return session;
    },
    startAfresh() {
      kept = false;
      forgetState();
    },
  };
}
