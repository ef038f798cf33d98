/** Key in `sessionStorage` of what was typed when the page was left. */
const key = "typed-in-development";

const controls = () =>
  document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    "[data-island] :is(input, textarea, select)[id]",
  );

/** What is typed in the page's forms, by the controls' ids, without those that are empty. */
export const typed = (): Record<string, string> =>
  Object.fromEntries([...controls()].flatMap(({ id, value }) => (value === "" ? [] : [[id, value]])));

/** Keeps what is typed for the next page in this tab. */
export const keepTyped = (content: Record<string, unknown>): void =>
  sessionStorage.setItem(key, JSON.stringify(content));

/** Puts what was kept into the forms, which are not hydrated yet, and returns it, if this page is one that was loaded again. */
export function restoreTyped(): Record<string, unknown> {
  const [navigation] = performance.getEntriesByType("navigation");
  if (!(navigation instanceof PerformanceNavigationTiming && navigation.type === "reload")) return {};
  const content: Record<string, unknown> = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  for (const control of controls()) {
    const value = content[control.id];
    if (typeof value === "string") control.value = value;
  }
  return content;
}
