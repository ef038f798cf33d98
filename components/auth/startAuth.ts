import { authMark, hasStoredSession, linkPattern, storageKey } from "./session.ts";

/** Where the welcome card goes. */
const container = () => document.getElementById("welcome");

/**
 * Restores a session where there may be one: marked by the head script, begun or ended in another tab, or held by a page
 * that comes back from the browser's cache. Everyone else never downloads the code for it.
 */
export function startAuth(): void {
  if (document.documentElement.hasAttribute(authMark)) void restoreSession();
  addEventListener("storage", ({ key }) => {
    if (key === storageKey) void restoreSession();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && (hasStoredSession() || container()?.hasChildNodes())) void restoreSession();
  });
  // A sign-in link followed where the page is open already changes only the fragment.
  addEventListener("hashchange", () => {
    if (new RegExp(linkPattern, "u").test(location.hash)) location.reload();
  });
}

async function restoreSession(): Promise<void> {
  try {
    // Side by side: neither waits for the other's download.
    const [auth, { showWelcome }] = await Promise.all([import("./auth.ts"), import("./showWelcome.tsx")]);
    await auth.restore();
    const welcome = container();
    if (welcome) showWelcome(welcome, auth);
  } catch {
    // The page without a session is a whole page; the stored session is tried again with the next one.
  } finally {
    document.documentElement.removeAttribute(authMark);
  }
}
