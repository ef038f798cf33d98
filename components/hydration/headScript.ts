import { linkPattern, storageKey } from "../auth/session.ts";
import { authMark, liveMark, sentMark } from "./marks.ts";

/** How long the spinner may stand when nothing takes it away, in milliseconds. */
export const spinnerLimit = 8_000;

/**
 * Inline script of the document's head, run before first paint. It marks `<html>` when a session is to be restored, and
 * remembers a form that is sent before React answers for it: the browser would leave the page with it, or, as long as its
 * button is disabled, do nothing about the Enter key. Who goes on typing has not sent it yet.
 */
export const headScript = `{
  const html = document.documentElement;
  let stored = null;
  try {
    stored = localStorage.getItem("${storageKey}");
  } catch {}
  if (stored || /${linkPattern}/u.test(location.search + location.hash)) {
    html.setAttribute("${authMark}", "restoring");
    setTimeout(() => html.removeAttribute("${authMark}"), ${spinnerLimit});
  }
  const remember = (form) => form.closest("[data-island]")?.setAttribute("${sentMark}", "");
  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (form.hasAttribute("${liveMark}")) return;
    event.preventDefault();
    remember(form);
  }, true);
  document.addEventListener("keydown", ({ key, isComposing, target: { form, type } }) => {
    if (key === "Enter" && !isComposing && type !== "textarea" && form?.querySelector("button:disabled")) remember(form);
  }, true);
  document.addEventListener("input", ({ target }) => {
    if (target.type !== "checkbox") target.closest("[${sentMark}]")?.removeAttribute("${sentMark}");
  }, true);
}`;
