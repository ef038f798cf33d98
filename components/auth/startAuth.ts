import { couldNotLoad, linkCouldNotLoad } from "../copy/loading.ts";
import { authMark, linkPattern, signInHash, storageKey } from "./session.ts";

const inLink = (text: string) => new RegExp(linkPattern, "u").test(text);

/**
 * Restores a session whenever there may be one: if the head script has marked one, when another tab begins or ends one, and when a
 * page comes back from the browser's cache. Opens the sign-in dialog when its link is followed. Other visitors never download
 * the code for this.
 */
export function startAuth(): void {
  if (document.documentElement.hasAttribute(authMark)) void restoreSession();
  addEventListener("storage", ({ key }) => {
    // The key is null if the whole storage was cleared.
    if (key === null || key === storageKey) void restoreSession();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && document.getElementById("welcome")?.hasChildNodes()) void restoreSession();
  });
  // If the page is already open, following a sign-in link changes only the fragment.
  addEventListener("hashchange", () => {
    if (inLink(location.hash)) void restoreSession();
    void signIn();
  });
  void signIn();
}

/** The address without its query's and fragment's parts for signing in; a campaign in the query stays. */
function withoutLink(href: string): string {
  const url = new URL(href);
  if (inLink(url.hash)) url.hash = "";
  for (const name of ["access_token", "refresh_token", "error", "error_code", "error_description"])
    url.searchParams.delete(name);
  return url.href;
}

async function restoreSession(): Promise<void> {
  const arrival = location.href;
  const byLink = inLink(location.search + location.hash);
  // The token leaves the address before anything else is loaded, so that nothing else can read it.
  if (byLink) history.replaceState(history.state, "", withoutLink(arrival));
  try {
    const code = await import("./welcome.ts");
    await code.restoreAndWelcome(byLink ? arrival : undefined);
  } catch {
    // The page works without a session. The stored one is tried again at the next page load.
    if (byLink) alert(linkCouldNotLoad);
  } finally {
    document.documentElement.removeAttribute(authMark);
  }
}

async function signIn(): Promise<void> {
  if (location.hash !== signInHash) return;
  try {
    const code = await import("./dialogs.tsx");
    // The visitor may have gone back meanwhile, and then no dialog opens.
    if (location.hash === signInHash) code.openSignIn();
  } catch {
    // The fragment is removed, so that following the link again changes the address again.
    history.replaceState(null, "", location.pathname + location.search);
    alert(couldNotLoad);
  }
}
