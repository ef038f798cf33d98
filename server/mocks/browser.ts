import { setupWorker } from "msw/browser";
import { createMockBackend } from "./backend.ts";
import { createHandlers } from "./handlers.ts";
import { begunSession, seededState } from "./people.ts";
import { type Scenario, type ScenarioName, scenarios } from "./scenarios.ts";
import { emptyState, type MockMail, type MockState } from "./services/state.ts";

/** Where the state is kept over a reload. */
const key = "keelbook-mocked-state";

/** A state that was kept; one of another shape, by an earlier version of the mocks, is left aside. */
function parseState(text: string | null): MockState | undefined {
  const kept: MockState = JSON.parse(text ?? "{}");
  return Object.keys(emptyState()).every((member) => member in kept) ? kept : undefined;
}

/** The mocked backend of this page. */
export type BrowserMocks = Awaited<ReturnType<typeof startBrowserMocks>>;

/** Has MSW answer every call to the backend from inside this browser; its worker file is in `base`, where the site is. */
export async function startBrowserMocks(name: ScenarioName, base: string, onUnhandled: (error: Error) => void) {
  const scenario: Scenario = scenarios[name];
  const faults = [...(scenario.faults ?? [])];
  const state = parseState(localStorage.getItem(key)) ?? (await seededState());
  addEventListener("storage", (event) => {
    if (event.key === key) Object.assign(state, parseState(event.newValue));
  });
  let kept = true;
  const onChange = () => {
    if (kept) localStorage.setItem(key, JSON.stringify(state));
  };
  const backend = createMockBackend({ state, siteUrl: location.origin, faults, onChange, onUnhandled });
  await setupWorker(...createHandlers(backend)).start({
    quiet: true,
    onUnhandledRequest: "bypass",
    serviceWorker: { url: `${base}mockServiceWorker.js`, options: { scope: base } },
  });
  return {
    /** What it has sent so far, oldest first. */
    mails: (): readonly MockMail[] => state.mails,
    /** Fails as in another scenario from now on. */
    enter(next: ScenarioName): void {
      const { faults: others = [] }: Scenario = scenarios[next];
      faults.splice(0, faults.length, ...others);
    },
    /** Begins the session that a scenario has in the browser, if any. */
    async session(of: ScenarioName): Promise<object | undefined> {
      const { session }: Scenario = scenarios[of];
      const stored = session && (await begunSession(state, session));
      onChange();
      return stored;
    },
    /** Forgets everything that has happened. */
    startAfresh(): void {
      kept = false;
      localStorage.removeItem(key);
    },
  };
}
