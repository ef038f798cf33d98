import { authMark, linkPattern, storageKey } from "./session.ts";

/** How long the spinner is shown at most, in milliseconds. */
export const spinnerLimit = 8_000;

/**
 * Inline script of the document's head, run before the first paint. If a session has to be restored, it marks `<html>` and
 * requests the code for that (scripts/build/askEarly.ts).
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
