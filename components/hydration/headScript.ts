import { liveMark, sentMark } from "./marks.ts";

/**
 * Inline script of the document's head, run before first paint. It remembers a form that is sent before it is
 * live: the browser would leave the page with it, or, as long as its button is disabled, do nothing about the Enter key. Who
 * goes on typing has not sent it yet.
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
