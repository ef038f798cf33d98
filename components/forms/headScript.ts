/** Attribute of a form that React handles. */
export const liveMark = "data-live";
/** Attribute of an island whose form was submitted before React handled it. */
export const sentMark = "data-sent";

/**
 * Inline script of the document's head, run before the first paint. It remembers a form that is submitted before it works: the
 * browser would leave the page or, while the button is disabled, ignore the Enter key. Typing on cancels it. By its code, 13, an Enter
 * key is not the one that ends a composition: for that one Safari says neither another key nor that it is composing.
 */
export const headScript = `{
  const remember = (form) => form.closest("[data-island]")?.setAttribute("${sentMark}", "");
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("${liveMark}")) return;
    event.preventDefault();
    remember(form);
  }, true);
  document.addEventListener("keydown", ({ keyCode, target: { form, localName } }) => {
    if (keyCode === 13 && localName === "input" && form?.querySelector("button:disabled")) remember(form);
  }, true);
  document.addEventListener("input", ({ target }) => {
    if (target.type !== "checkbox") target.closest("[${sentMark}]")?.removeAttribute("${sentMark}");
  }, true);
}`;
