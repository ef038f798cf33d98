import { waitFor } from "@testing-library/react";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openSignIn } from "./dialogs.tsx";
import { authMark, storageKey } from "./session.ts";
import { startAuth } from "./startAuth.ts";
import { restoreAndWelcome } from "./welcome.ts";

vi.mock("./welcome.ts", () => ({ restoreAndWelcome: vi.fn(async () => {}) }));
vi.mock("./dialogs.tsx", () => ({ openSignIn: vi.fn() }));
afterAll(() => {
  vi.doUnmock("./welcome.ts");
  vi.doUnmock("./dialogs.tsx");
});

const html = document.documentElement;
const restored = vi.mocked(restoreAndWelcome);
const happens = (type: string, more: object = {}) => dispatchEvent(Object.assign(new Event(type), more));
const address = () => location.pathname + location.search + location.hash;
const said: string[] = [];

beforeEach(() => {
  restored.mockReset().mockResolvedValue();
  vi.mocked(openSignIn).mockReset();
  said.length = 0;
  vi.stubGlobal("alert", (text: string) => said.push(text));
  document.body.innerHTML = `<div id="welcome"></div>`;
  // A page listens until it is closed.
  const listening = vi.spyOn(globalThis, "addEventListener");
  return () => {
    for (const [type, listener] of listening.mock.calls) removeEventListener(type, listener);
    listening.mockRestore();
  };
});
afterEach(() => {
  vi.unstubAllGlobals();
  html.removeAttribute(authMark);
  history.replaceState(null, "", "/");
});

describe("startAuth", () => {
  it("leaves a visitor without a session alone", async () => {
    startAuth();
    happens("pageshow", { persisted: true });
    happens("storage", { key: "another site's" });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(restored).not.toHaveBeenCalled();
  });

  it.each([
    ["another tab has changed the session", () => happens("storage", { key: storageKey })],
    [
      "the page comes back from the cache with a card",
      () => {
        document.getElementById("welcome")?.append("Welcome");
        happens("pageshow", { persisted: true });
      },
    ],
  ])("looks again where %s", async (_what, happened) => {
    startAuth();
    happened();
    await waitFor(() => expect(restored).toHaveBeenCalledExactlyOnceWith(undefined));
  });

  it.each([true, false])(
    "restores what the head script found, then takes the spinner away; works: %s",
    async (works) => {
      if (!works) restored.mockRejectedValue(new TypeError("Failed to fetch"));
      html.setAttribute(authMark, "restoring");
      startAuth();
      expect(html.hasAttribute(authMark)).toBe(true);
      await waitFor(() => expect(html.hasAttribute(authMark)).toBe(false));
      expect([restored.mock.calls.length, said]).toEqual([1, []]);
    },
  );

  it.each([
    ["#token_hash=abc&type=magiclink", "/?ref=mail"],
    ["&error=access_denied&error_code=otp_expired&error_description=x#beta", "/?ref=mail#beta"],
    ["#access_token=a&refresh_token=b", "/?ref=mail"],
  ])("takes %s out of the address and the history before anything is loaded", async (link, left) => {
    history.replaceState(null, "", `/?ref=mail${link}`);
    const [arrival, entries] = [location.href, history.length];
    html.setAttribute(authMark, "restoring");
    startAuth();
    expect([address(), history.length]).toEqual([left, entries]);
    await waitFor(() => expect(restored).toHaveBeenCalledExactlyOnceWith(arrival));
  });

  it("says that a link could not be followed, without its token in the address", async () => {
    restored.mockRejectedValue(new TypeError("Failed to fetch dynamically imported module"));
    history.replaceState(null, "", "/#token_hash=abc&type=magiclink");
    html.setAttribute(authMark, "restoring");
    startAuth();
    await waitFor(() => expect(said).toEqual([expect.stringContaining("open the link in the email again")]));
    expect(address()).toBe("/");
  });

  it("opens the sign-in dialog that the address names, as it loads and by a press of the link", async () => {
    history.replaceState(null, "", "/#sign-in");
    startAuth();
    await waitFor(() => expect(openSignIn).toHaveBeenCalledOnce());
    happens("hashchange");
    await waitFor(() => expect(openSignIn).toHaveBeenCalledTimes(2));
  });
});
