import { useSyncExternalStore } from "react";

/** Tells this page that its address changed, because browsers announce only their back and forward buttons. */
const changed = "desk:address";

function subscribe(listener: () => void): () => void {
  addEventListener("popstate", listener);
  addEventListener(changed, listener);
  return () => {
    removeEventListener("popstate", listener);
    removeEventListener(changed, listener);
  };
}

/** What the address asks for: the view and its filters. It never holds a person's address. */
export const useAddress = (): URLSearchParams =>
  new URLSearchParams(useSyncExternalStore(subscribe, () => location.search));

/** The address of a view with some filters; blank ones are left out. */
export const addressOf = (parameters: Record<string, string>): string =>
  `?${new URLSearchParams(Object.entries(parameters).filter(([, value]) => value !== ""))}`;

export function go(address: string): void {
  history.pushState(null, "", address);
  dispatchEvent(new Event(changed));
}
