import { couldNotLoad } from "../copy/en/loading.ts";
import { authMark, linkPattern, signInHash, storageKey } from "./session.ts";

const inLink = (text: string) => new RegExp(linkPattern, "u").test(text);

/** The place of the welcome card. */
const container = () => document.getElementById("welcome");

/**
 * Restores a session whenever there may be one: if the head script has marked one, when another tab begins or ends one, and when a
 * page comes back from the browser's cache. Opens the sign-in dialog when its link is followed. Other visitors never download
 * the code for this.
 */
export function startAuth(): void {
  if (document.documentElement.hasAttribute(authMark)) void restoreSession();
  addEventListener("storage", ({ key }) => {
    // Null where everything was removed.
    if (key === null || key === storageKey) void restoreSession();
  });
  addEventListener("pageshow", ({ persisted }) => {
    if (persisted && (hasStoredSession() || container()?.hasChildNodes())) void restoreSession();
  });
  // If the page is already open, following a sign-in link changes only the fragment.
  addEventListener("hashchange", () => {
    if (inLink(location.hash)) location.reload();
    void signIn();
  });
  void signIn();
}

/** Whether a session is stored; false if the browser refuses storage. */
function hasStoredSession(): boolean {
  try {
    return localStorage.getItem(storageKey) !== null;
  } catch {
    return false;
  }
}

async function signIn(): Promise<void> {
  if (location.hash !== signInHash) return;
  const { activeElement } = document;
  try {
    // In parallel, as files that the dialog imports would otherwise be requested one round trip later.
    const [{ openSignIn }] = await Promise.all([
      import("./dialog/dialogs.tsx"),
      import("./restoreAndWelcome.ts"),
      import("../hydration/react.ts"),
      import("../forms/backend/postForm.ts"),
      import("../mailLinks/linkDialog.ts"),
    ]);
    // Not if the visitor has gone back meanwhile.
    if (location.hash === signInHash) openSignIn(undefined, activeElement);
  } catch {
    // So that following the link again changes the address again.
    history.replaceState(null, "", location.pathname + location.search);
    alert(couldNotLoad);
  }
}

async function restoreSession(): Promise<void> {
  try {
    // In parallel, as the code for links would otherwise be requested one round trip later.
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
    // The page works without a session. The stored one is tried again at the next page load, a link at a reload.
    if (inLink(location.hash)) alert(couldNotLoad);
  } finally {
    document.documentElement.removeAttribute(authMark);
  }
}
