import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { people, peoplesPassword } from "../../server/mocks/people.ts";
import { lostNetwork, useMockedBackend } from "../testkit/mockedBackend.ts";

const ada = people.pending;
const backend = useMockedBackend();

/** A page of its own for each test: client and store live as long as a page. */
async function open() {
  vi.resetModules();
  const [auth, { signIn }, { loadBetaAccess }, { signedInUser }] = await Promise.all([
    import("./auth.ts"),
    import("./account.ts"),
    import("./betaAccess.ts"),
    import("./store.ts"),
  ]);
  return { ...auth, signIn, loadBetaAccess, signedInUser };
}

const refuse = (): never => {
  throw new DOMException("Refused.");
};
const full = (): Storage => {
  const nothing = { length: 0, key: () => null, getItem: () => null, removeItem: () => undefined };
  return { ...nothing, setItem: refuse, clear: () => undefined };
};

// auth-js says there what it also returns.
beforeEach(() => void vi.spyOn(console, "error").mockReturnValue());
afterEach(() => {
  vi.restoreAllMocks();
});

describe.each([
  ["refuses storage", refuse],
  ["has no room left", full],
])("a browser that %s", (_what, storage) => {
  beforeEach(() => void vi.spyOn(globalThis, "localStorage", "get").mockImplementation(storage));

  it("keeps who has signed in until the page is left, and forgets who signs out", async () => {
    const { signIn, restore, loadBetaAccess, getSession, signOut, signedInUser } = await open();
    await signIn({ email: ada, password: peoplesPassword });
    // As when the visitor comes back to the page.
    await restore();
    expect(signedInUser()).toBe(ada);
    expect(await loadBetaAccess()).toMatchObject({ status: "pending" });
    backend.faults.push(lostNetwork);
    await signOut();
    await restore();
    expect(signedInUser()).toBeNull();
    expect(await getSession()).toBeNull();
  });

  it("has nobody signed in at first", async () => {
    const { restore, signedInUser } = await open();
    await restore();
    expect(signedInUser()).toBeNull();
  });
});
