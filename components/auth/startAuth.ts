import { authMark, hasStoredSession, linkPattern, storageKey } from "./session.ts";

const inLink = (text: string) => new RegExp(linkPattern, "u").test(text);

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
    if (inLink(location.hash)) location.reload();
  });
}

async function restoreSession(): Promise<void> {
  try {
    // Side by side: React for the card, and for a link supabase-js, which would be asked for a round trip later.
    const [{ restoreAndWelcome }] = await Promise.all([
      import("./restoreAndWelcome.ts"),
      import("../hydration/react.ts"),
      inLink(location.search + location.hash) && import("./supabase.ts"),
    ]);
    await restoreAndWelcome(container());
  } catch {
    // The page without a session is a whole page; the stored session is tried again with the next one.
  } finally {
    document.documentElement.removeAttribute(authMark);
  }
}
