/** What the address says of a page in offline mode, so that a state can be sent to a colleague. */
interface OfflineAddress {
  /** Name of a scenario. */
  scenario: string;
  /** `1` to bring about at once what it is about. */
  act?: string;
  /** How long each answer takes, in milliseconds. */
  latency?: string;
}

/** Reads it from the address of this page. */
export function offlineAddress(): Partial<OfflineAddress> {
  return Object.fromEntries(new URLSearchParams(location.search));
}

/** The address of this page in a scenario. */
export function addressOf({ scenario, act = "", latency = "" }: OfflineAddress): URL {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries({ scenario, act, latency }))
    if (value === "") url.searchParams.delete(name);
    else url.searchParams.set(name, value);
  // With a fragment alone, the same address would not be loaded again.
  url.hash = "";
  return url;
}
