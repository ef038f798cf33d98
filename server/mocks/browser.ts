import { setupWorker } from "msw/browser";
import { createHandlers, createMockBackend } from "./backend.ts";
import { seededState, sessionOf } from "./people.ts";
import { type Scenario, type ScenarioName, scenarios } from "./scenarios.ts";

/**
 * Makes MSW answer all calls to the backend, until the page is left; its worker file is in `base`, the site's base path. Each answer takes
 * `latency`, in ms.
 * @returns the scenario's session, if it has one.
 */
export async function startBrowserMocks(
  name: ScenarioName,
  { base, latency, onError }: { base: string; latency: number; onError: (error: unknown) => void },
): Promise<object | undefined> {
  const { faults = [], session }: Scenario = scenarios[name];
  const siteUrl = location.origin;
  const backend = createMockBackend({ state: seededState(), siteUrl, faults, latency, onUnhandled: onError, onError });
  await setupWorker(...createHandlers(backend)).start({
    quiet: true,
    onUnhandledRequest: "bypass",
    serviceWorker: { url: `${base}mockServiceWorker.js`, options: { scope: base } },
  });
  return session && sessionOf(session);
}
