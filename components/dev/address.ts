/** The parameters of a page's address in offline mode, by which a developer can send a state to a colleague. */
interface OfflineAddress {
  scenario: string;
  /** `1` performs the scenario's act at once. */
  act?: string;
  /** How long each answer takes, in milliseconds. */
  latency?: string;
}

export function offlineAddress(): Partial<OfflineAddress> {
  return Object.fromEntries(new URLSearchParams(location.search));
}

/** The address of this page in a scenario. */
export function addressOf({ scenario, act = "", latency = "" }: OfflineAddress): URL {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries({ scenario, act, latency }))
    if (value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  // If only the fragment differed, the browser would not load the page again.
  url.hash = "";
  return url;
}
