/** Key in `sessionStorage` of what was typed when the page was left. */
const key = "typed-in-development";

const controls = () =>
  document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>(
    "[data-island] :is(input, textarea, select)[id]",
  );

/** What is typed in the page's forms, by the controls' ids. */
export const typed = (): Record<string, string> =>
  Object.fromEntries([...controls()].map(({ id, value }) => [id, value]));

/** Keeps it until the page is loaded again, in this tab. */
export const keepTyped = (content = typed()): void => sessionStorage.setItem(key, JSON.stringify(content));

/** Puts what was kept into the forms, which are not hydrated yet. */
export function restoreTyped(): void {
  const content: Record<string, unknown> = JSON.parse(sessionStorage.getItem(key) ?? "{}");
  sessionStorage.removeItem(key);
  for (const control of controls()) {
    const value = content[control.id];
    if (typeof value === "string") control.value = value;
  }
}
