import { setupWorker } from "msw/browser";
import { createMockBackend } from "./backend.ts";
import { createHandlers } from "./handlers.ts";
import { begunSession, seededState } from "./people.ts";
import { type Scenario, type ScenarioName, scenarios } from "./scenarios.ts";
import { emptyState, type MockMail, type MockState } from "./services/state.ts";

/** Storage key under which the state survives a reload. */
const key = "keelbook-mocked-state";

/** Loads the stored state; one of another shape, from an earlier version of the mocks, is ignored. */
function parseState(text: string | null): MockState | undefined {
  const kept: MockState = JSON.parse(text ?? "{}");
  return Object.keys(emptyState()).every((member) => member in kept) ? kept : undefined;
}

/** The mocked backend of this page. */
export type BrowserMocks = Awaited<ReturnType<typeof startBrowserMocks>>;

/** Makes MSW answer all calls to the backend within this browser; its worker file is in `base`, the site's base path. */
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
    /** The mails sent so far, oldest first. */
    mails: (): readonly MockMail[] => state.mails,
    /** Switches to the faults of another scenario. */
    enter(next: ScenarioName): void {
      const { faults: others = [] }: Scenario = scenarios[next];
      faults.splice(0, faults.length, ...others);
    },
    /** Begins the session of a scenario, if it has one. */
    async session(of: ScenarioName): Promise<object | undefined> {
      const { session }: Scenario = scenarios[of];
      const stored = session && (await begunSession(state, session));
      onChange();
      return stored;
    },
    /** Resets the state. */
    startAfresh(): void {
      kept = false;
      localStorage.removeItem(key);
    },
  };
}
