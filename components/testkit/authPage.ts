import { afterEach, beforeEach, vi } from "vitest";
import { useMockedBackend } from "./mockedBackend.ts";

/** Loads the code of accounts at an address, which a link or an earlier entry of the history may have given a state. */
async function load(arrival = "/", state: unknown = null) {
  history.replaceState(state, "", arrival);
  const [auth, account, { signedInUser }] = await Promise.all([
    import("../auth/auth.ts"),
    import("../auth/account.ts"),
    import("../auth/store.ts"),
  ]);
  return { ...auth, ...account, signedInUser };
}

/** An empty page for each test of a file, the code of accounts, which it loads, and the mocked backend. */
export function useAuthPage() {
  const backend = useMockedBackend();
  beforeEach(() => {
    // auth-js says there what it also returns.
    vi.spyOn(console, "warn").mockReturnValue();
    vi.spyOn(console, "error").mockReturnValue();
  });
  afterEach(() => {
    vi.restoreAllMocks();
    localStorage.clear();
    // One that stays open would close, and move the focus, when the next test signs somebody in.
    for (const left of document.querySelectorAll("dialog")) left.close();
    document.body.replaceChildren();
  });
  return { backend, load };
}
