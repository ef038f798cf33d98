import { liveMark, sentMark } from "./marks.ts";

/**
 * Inline script of the document's head, run before the first paint. It remembers a form that is submitted before it works: the
 * browser would leave the page or, while the button is disabled, ignore the Enter key. Typing on cancels it.
 */
export const headScript = `{
  const remember = (form) => form.closest("[data-island]")?.setAttribute("${sentMark}", "");
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("${liveMark}")) return;
    event.preventDefault();
    remember(form);
  }, true);
  document.addEventListener("keydown", ({ key, isComposing, target: { form, localName } }) => {
    if (key === "Enter" && !isComposing && localName === "input" && form?.querySelector("button:disabled")) remember(form);
  }, true);
  document.addEventListener("input", ({ target }) => {
    if (target.type !== "checkbox") target.closest("[${sentMark}]")?.removeAttribute("${sentMark}");
  }, true);
}`;
