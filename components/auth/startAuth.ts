import { couldNotLoad } from "../copy/en/loading.ts";
import { authMark, linkPattern, signInHash, storageKey } from "./session.ts";

const inLink = (text: string) => new RegExp(linkPattern, "u").test(text);

/** Where the welcome card goes. */
const container = () => document.getElementById("welcome");

/**
 * Restores a session where there may be one: marked by the head script, begun or ended in another tab, or held by a page
 * that comes back from the browser's cache. Opens the sign-in dialog where its link is followed. Everyone else never
 * downloads the code for it.
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
    if (inLink(location.hash)) location.reload();
    void signIn();
  });
  void signIn();
}

/** Whether a session is stored; no where the browser refuses storage. */
function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

async function signIn(): Promise<void> {
  if (location.hash !== signInHash) return;
  try {
    // Side by side: files that the dialog imports would be asked for a round trip later.
    const [{ openSignIn }] = await Promise.all([
      import("./dialog/dialogs.tsx"),
      import("./restoreAndWelcome.ts"),
      import("../hydration/react.ts"),
      import("../forms/backend/postForm.ts"),
      import("../mailLinks/linkDialog.ts"),
    ]);
    // Not for a visitor who has gone back meanwhile.
    if (location.hash === signInHash) openSignIn();
  } catch {
    // So that the next press of the link changes the address again.
    history.replaceState(null, "", location.pathname + location.search);
    alert(couldNotLoad);
  }
}

async function restoreSession(): Promise<void> {
  try {
    // Side by side: what only a link needs would be asked for a round trip later.
    const [{ restoreAndWelcome }] = await Promise.all([
      import("./restoreAndWelcome.ts"),
      inLink(location.search + location.hash) &&
        Promise.all([
          import("./supabase.ts"),
          import("./mailedLink.ts"),
          import("../forms/backend/postForm.ts"),
          import("../mailLinks/linkDialog.ts"),
        ]),
    ]);
    await restoreAndWelcome();
  } catch {
    // The page works without a session; the stored one is tried again when a page is loaded next. A link waits for a reload.
    if (inLink(location.hash)) alert(couldNotLoad);
  } finally {
    document.documentElement.removeAttribute(authMark);
  }
}
