import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startMailLinks } from "./startMailLinks.ts";

const followLink = vi.fn<(hash: string) => void>();

beforeEach(() => {
  followLink.mockClear();
  // A page listens until it is closed.
  const listening = vi.spyOn(globalThis, "addEventListener");
  return () => {
    for (const [type, listener] of listening.mock.calls) removeEventListener(type, listener);
    listening.mockRestore();
  };
});
afterEach(() => history.replaceState(null, "", "/"));

const start = (fetchCode = async () => ({ followLink })) => startMailLinks(fetchCode);

it("takes a token out of the address before the code is asked for, and keeps the rest", async () => {
  history.replaceState(null, "", "/?utm_source=mail#confirm=token");
  const entries = history.length;
  const seen: string[] = [];
  start(async () => {
    seen.push(location.href);
    return { followLink };
  });
  expect(seen).toEqual([`${location.origin}/?utm_source=mail`]);
  expect(history.length).toBe(entries);
  await expect.poll(() => followLink).toHaveBeenCalledExactlyOnceWith("#confirm=token");
});

it.each(["", "#waitlist", "#confirm", "#access_token=x", "#x&confirm=y"])("leaves %j alone", async (hash) => {
  history.replaceState(null, "", `/${hash}`);
  const fetchCode = vi.fn<() => Promise<{ followLink: typeof followLink }>>();
  start(fetchCode);
  expect(fetchCode).not.toHaveBeenCalled();
});

it("follows a link that is opened where the page is open already", async () => {
  start();
  history.replaceState(null, "", "/#unsubscribe=token");
  dispatchEvent(new Event("hashchange"));
  await expect.poll(() => followLink).toHaveBeenCalledWith("#unsubscribe=token");
  expect(location.hash).toBe("");
});

it("says so when its code cannot be fetched, without the token in the address", async () => {
  const said: string[] = [];
  vi.stubGlobal("alert", (text: string) => said.push(text, location.hash));
  history.replaceState(null, "", "/#confirm=token");
  start(() => Promise.reject(new TypeError("Failed to fetch dynamically imported module")));
  await expect.poll(() => said).toEqual([expect.stringContaining("open the link in the email again"), ""]);
  vi.unstubAllGlobals();
});
