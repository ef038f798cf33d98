import { act, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as auth from "./auth.ts";
// Loaded before the tests, as it takes longer than they wait.
import "./dialog/dialogs.tsx";
import "./restoreAndWelcome.ts";
import { authMark, storageKey } from "./session.ts";
import { startAuth } from "./startAuth.ts";
import { setSignedInUser } from "./store.ts";

vi.mock("./auth.ts", () => ({
  restore: vi.fn(),
  signOut: vi.fn(),
}));
vi.mock("./betaAccess.ts", () => ({ loadBetaAccess: vi.fn(() => Promise.resolve("none")) }));

const html = document.documentElement;
const restore = vi.mocked(auth.restore);
const comeBack = () => dispatchEvent(Object.assign(new Event("pageshow"), { persisted: true }));
const settle = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)));
let page = new AbortController();

beforeEach(() => {
  page = new AbortController();
  const listen = window.addEventListener.bind(window);
  vi.spyOn(globalThis, "addEventListener").mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions) => {
      const { signal = page.signal } = typeof options === "object" ? options : {};
      listen(type, listener, { signal });
    },
  );
  document.body.innerHTML = `<div id="welcome"></div>`;
  restore.mockReset().mockImplementation(async () => setSignedInUser("ada@example.com"));
});
afterEach(async () => {
  page.abort();
  await act(async () => setSignedInUser(null));
  vi.restoreAllMocks();
  localStorage.clear();
  html.removeAttribute(authMark);
});

describe("startAuth", () => {
  it("leaves a visitor without a session alone", async () => {
    startAuth();
    comeBack();
    dispatchEvent(Object.assign(new Event("storage"), { key: "another site's" }));
    await settle();
    expect(restore).not.toHaveBeenCalled();
  });

  it("looks again where another tab has changed the session, or removed all that the site stores", async () => {
    startAuth();
    for (const key of [storageKey, null]) dispatchEvent(Object.assign(new Event("storage"), { key }));
    await waitFor(() => expect(restore).toHaveBeenCalledTimes(2));
  });

  it("restores what the head script found, then takes the spinner away", async () => {
    html.setAttribute(authMark, "restoring");
    startAuth();
    expect(html.hasAttribute(authMark)).toBe(true);
    await waitFor(() => expect(html.hasAttribute(authMark)).toBe(false));
    expect(screen.getByText("ada@example.com")).toBeTruthy();
  });

  it("shows the page without a session when there turns out to be none", async () => {
    restore.mockResolvedValue();
    html.setAttribute(authMark, "restoring");
    startAuth();
    await waitFor(() => expect(html.hasAttribute(authMark)).toBe(false));
    expect(document.getElementById("welcome")?.hasChildNodes()).toBe(false);
  });

  it("takes the spinner away when restoring fails", async () => {
    restore.mockRejectedValue(new Error("no network"));
    html.setAttribute(authMark, "restoring");
    startAuth();
    await waitFor(() => expect(html.hasAttribute(authMark)).toBe(false));
  });

  it("says that a link could not be followed, and keeps it in the address for a reload", async () => {
    const said: string[] = [];
    vi.stubGlobal("alert", () => said.push(location.hash));
    restore.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
    history.replaceState(null, "", "/#token_hash=abc&type=magiclink");
    html.setAttribute(authMark, "restoring");
    startAuth();
    await waitFor(() => expect(said).toEqual(["#token_hash=abc&type=magiclink"]));
    history.replaceState(null, "", "/");
    vi.unstubAllGlobals();
  });

  it.each([
    ["moves to the card", "button", "welcome-title"],
    ["stays in a field", "input", "meanwhile"],
  ])("%s after a sign-in by link", async (_, kind, expected) => {
    const meanwhile = document.body.appendChild(document.createElement(kind));
    meanwhile.id = "meanwhile";
    history.replaceState(null, "", "/#token_hash=abc&type=magiclink");
    html.setAttribute(authMark, "restoring");
    startAuth();
    meanwhile.focus();
    await waitFor(() => expect(html.hasAttribute(authMark)).toBe(false));
    expect(document.activeElement?.id).toBe(expected);
    history.replaceState(null, "", "/");
  });

  it("follows a sign-in in another tab", async () => {
    startAuth();
    dispatchEvent(Object.assign(new Event("storage"), { key: storageKey }));
    expect(await screen.findByText("ada@example.com")).toBeTruthy();
  });

  it("looks again when the page comes back from the cache with a session to look at", async () => {
    startAuth();
    localStorage.setItem(storageKey, "{}");
    comeBack();
    await screen.findByText("ada@example.com");
    localStorage.clear();
    comeBack();
    await settle();
    expect(restore).toHaveBeenCalledTimes(2);
  });

  it("looks again, too, where a browser that refuses storage has somebody signed in", async () => {
    startAuth();
    vi.spyOn(globalThis, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("Refused.");
    });
    comeBack();
    await settle();
    expect(restore).not.toHaveBeenCalled();
    document.getElementById("welcome")?.append("ada@example.com");
    comeBack();
    await waitFor(() => expect(restore).toHaveBeenCalledTimes(1));
    vi.restoreAllMocks();
  });

  it("says that the sign-in dialog could not be loaded, and lets its link be followed again", async () => {
    const said: string[] = [];
    vi.stubGlobal("alert", () => said.push(location.search + location.hash));
    vi.doMock("./dialog/dialogs.tsx", () => {
      throw new Error("There is no network.");
    });
    history.replaceState(null, "", "/?ref=mail#sign-in");
    startAuth();
    await waitFor(() => expect(said).toEqual(["?ref=mail"]));
    vi.doUnmock("./dialog/dialogs.tsx");
    vi.unstubAllGlobals();
  });

  it.each([["as it loads"], ["by a press of the link"]])(
    "opens the sign-in dialog that the address names, %s",
    async (when) => {
      restore.mockResolvedValue();
      const follow = () => history.replaceState(null, "", "/#sign-in");
      if (when === "as it loads") follow();
      startAuth();
      follow();
      if (when !== "as it loads") dispatchEvent(new Event("hashchange"));
      await screen.findByRole("dialog", { name: "Sign in" });
      await act(async () => document.querySelector("dialog")?.close());
      expect(location.hash).toBe("");
    },
  );

  it("starts the page over for a sign-in link followed within it", () => {
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    startAuth();
    history.replaceState(null, "", "/#beta");
    dispatchEvent(new Event("hashchange"));
    expect(reload).not.toHaveBeenCalled();
    history.replaceState(null, "", "/#access_token=a");
    dispatchEvent(new Event("hashchange"));
    expect(reload).toHaveBeenCalledTimes(1);
    history.replaceState(null, "", "/");
  });
});
