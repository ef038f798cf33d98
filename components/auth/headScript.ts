import { authMark, linkPattern, storageKey } from "./session.ts";

/** How long the spinner is shown at most, in milliseconds. */
export const spinnerLimit = 8_000;

const siteUrl = import.meta.env.PUBLIC_SITE_URL;
/** The only origin from which a hosted backend takes forms; undefined if the page's own backend answers. */
const canonical =
  import.meta.env.PUBLIC_SUPABASE_URL && siteUrl?.startsWith("http") ? new URL(siteUrl).origin : undefined;

/**
 * Leads a copy of the page, such as one at `www.`, to the address from which its forms work. Once in a tab, in case that address leads
 * back; not from a developer's machine, and not where the browser refuses storage.
 */
const leadHome =
  canonical === undefined
    ? ""
    : `try {
    if (location.origin !== "${canonical}" && !/^(localhost|127\\..*|\\[::1])$/.test(location.hostname) && !sessionStorage.keelbookMoved) {
      sessionStorage.keelbookMoved = 1;
      location.replace("${canonical}" + location.pathname + location.search + location.hash);
    }
  } catch {}`;

/**
 * Inline script of the document's head, run before the first paint. It decodes a link of a mail that a mail gateway has encoded
 * (`#confirm%3DTOKEN`), and marks `<html>` if a session has to be restored.
 */
export const headScript = `{
  ${leadHome}
  const html = document.documentElement;
  const decode = () => {
    const { hash } = location;
    if (/^#[a-z_]+%3d/i.test(hash)) history.replaceState(history.state, "", hash.replace(/%3d/gi, "=").replace(/%26/gi, "&"));
  };
  decode();
  addEventListener("hashchange", decode);
  let stored = null;
  try {
    stored = localStorage.getItem("${storageKey}");
  } catch {}
  if (stored || /${linkPattern}/u.test(location.search + location.hash)) {
    html.setAttribute("${authMark}", "restoring");
    setTimeout(() => html.removeAttribute("${authMark}"), ${spinnerLimit});
  }
}`;
