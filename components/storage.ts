/** The browser's storage: for good, or for this tab. It may be refused or full, and then nothing is kept. */
type Area = "localStorage" | "sessionStorage";

/** Key of the link to the place of who confirmed in this browser (components/forms/place). */
export const placeKey = "keelbook-place";

/** What is stored under a key; null if nothing is, or the browser refuses storage. */
export function recall(key: string, area: Area = "localStorage"): string | null {
  try {
    return window[area].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a value under a key, or removes it if the value is null. */
export function remember(key: string, value: string | null, area: Area = "localStorage"): void {
  try {
    if (value === null) window[area].removeItem(key);
    else window[area].setItem(key, value);
  } catch {
    // Every caller of recall() is prepared for a value that was not stored.
  }
}
