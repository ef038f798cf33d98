import { afterEach, beforeEach, vi } from "vitest";
import { useMockedBackend } from "./mockedBackend.ts";

/** Loads the code of accounts at an address, as a new page would: client and store live as long as a page. */
async function load(arrival = "/") {
  vi.resetModules();
  history.replaceState(null, "", arrival);
  const [restore, account, { restoreAndWelcome }, { signedInUser }] = await Promise.all([
    import("../auth/restore.ts"),
    import("../auth/account.ts"),
    import("../auth/welcome.ts"),
    import("../auth/user.ts"),
    import("../auth/dialogs.tsx"),
  ]);
  return { ...restore, ...account, restoreAndWelcome, signedInUser };
}

/** An empty page for each test of a file, the code of accounts, which it loads, and the mocked backend. */
export function useAuthPage() {
  const backend = useMockedBackend();
  beforeEach(() => {
    // auth-js says there what it also returns.
    vi.spyOn(console, "warn").mockReturnValue();
    vi.spyOn(console, "error").mockReturnValue();
    // The pages of earlier tests would otherwise hear this test's events.
    vi.stubGlobal("BroadcastChannel", undefined);
    // oxlint-disable-next-line react/immutability -- no component, nor a hook
    document.body.innerHTML = `<nav><a href="#sign-in">Sign in</a></nav><div id="welcome"></div>`;
  });
  afterEach(() => {
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
    localStorage.clear();
    // A dialog that stays open would close, and move the focus, when the next test signs somebody in.
    for (const left of document.querySelectorAll("dialog")) left.close();
    document.body.replaceChildren();
  });
  return { backend, load };
}
