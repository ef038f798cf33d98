import { setupWorker } from "msw/browser";
import { createHandlers, createMockBackend } from "./backend.ts";
import { seededState, sessionOf } from "./people.ts";
import { type Scenario, type ScenarioName, scenarios } from "./scenarios.ts";

/** The mocked backend of this page. */
export type BrowserMocks = Awaited<ReturnType<typeof startBrowserMocks>>;

/** Makes MSW answer all calls to the backend, until the page is left; its worker file is in `base`, the site's base path. */
export async function startBrowserMocks(name: ScenarioName, base: string, onUnhandled: (error: Error) => void) {
  const { faults: first = [], session }: Scenario = scenarios[name];
  const faults = [...first];
  const backend = createMockBackend({ state: seededState(), siteUrl: location.origin, faults, onUnhandled });
  await setupWorker(...createHandlers(backend)).start({
    quiet: true,
    onUnhandledRequest: "bypass",
    serviceWorker: { url: `${base}mockServiceWorker.js`, options: { scope: base } },
  });
  return {
    /** The scenario's session, if it has one. */
    session: session && sessionOf(session),
    /** Switches to the faults of another scenario. */
    enter(next: ScenarioName): void {
      const { faults: others = [] }: Scenario = scenarios[next];
      faults.splice(0, faults.length, ...others);
    },
  };
}
