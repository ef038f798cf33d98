import { formsUrl } from "./backend.ts";

declare global {
  interface Navigator {
    /** https://www.w3.org/TR/gpc/ */
    readonly globalPrivacyControl?: boolean;
  }
}

/** How long the page has to be seen until that counts as a visit, in milliseconds. */
export const seenFor = 1000;

/**
 * Tells the backend once that somebody saw the page, and by which campaign they came, with nothing about the person. Visits of
 * programs, and of people who ask not to be tracked, are not counted.
 */
export function countVisit(): void {
  const { webdriver, doNotTrack, globalPrivacyControl } = navigator;
  if (webdriver || doNotTrack === "1" || globalPrivacyControl) return;
  const query = new URLSearchParams(location.search);
  const source = query.get("utm_source") || query.get("ref");
  const tell = () => navigator.sendBeacon(`${formsUrl}/visits`, JSON.stringify({ source }));
  // The browser draws no frame of a hidden page, so the time begins only when the page is seen.
  const wait = () => requestAnimationFrame(() => setTimeout(() => (document.hidden ? wait() : tell()), seenFor));
  wait();
}
