import { authMark, linkPattern, storageKey } from "./session.ts";

/** How long the spinner may stand when nothing takes it away, in milliseconds. */
export const spinnerLimit = 8_000;

/**
 * Inline script of the document's head, run before first paint: marks `<html>` when a session is to be restored, and has
 * the code for it asked for (scripts/build/askEarly.ts).
 */
export const headScript = `{
  const html = document.documentElement;
  let stored = null;
  try {
    stored = localStorage.getItem("${storageKey}");
  } catch {}
  if (stored || /${linkPattern}/u.test(location.search + location.hash)) {
    html.setAttribute("${authMark}", "restoring");
    // early: auth react
    setTimeout(() => html.removeAttribute("${authMark}"), ${spinnerLimit});
  }
}`;
