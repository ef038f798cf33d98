import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { headScript, spinnerLimit } from "./headScript.ts";
import { authMark, storageKey } from "./session.ts";

const html = document.documentElement;

function run(): void {
  // oxlint-disable-next-line no-eval -- it is a script; running it is the test
  globalThis.eval(headScript);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  html.removeAttribute(authMark);
  history.replaceState(null, "", "/");
});

describe("the head script of sessions", () => {
  it("marks nothing for a visitor without one", () => {
    history.replaceState(null, "", "/?utm_source=x&code=SUMMER&discount_code=y#beta");
    run();
    expect(html.hasAttribute(authMark)).toBe(false);
  });

  it("marks a stored session", () => {
    localStorage.setItem(storageKey, "{}");
    run();
    expect(html.getAttribute(authMark)).toBe("restoring");
  });

  it.each([
    "/#access_token=a&type=magiclink",
    "/#error=access_denied&error_code=otp_expired",
    "/?error=access_denied&error_code=otp_expired",
  ])("marks the sign-in link %s", (address) => {
    history.replaceState(null, "", address);
    run();
    expect(html.getAttribute(authMark)).toBe("restoring");
  });

  it("takes the mark away when nothing else does", () => {
    localStorage.setItem(storageKey, "{}");
    run();
    vi.advanceTimersByTime(spinnerLimit - 1);
    expect(html.hasAttribute(authMark)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(html.hasAttribute(authMark)).toBe(false);
  });

  it("does without storage where the browser refuses it", () => {
    vi.spyOn(window, "localStorage", "get").mockImplementation(() => {
      throw new DOMException("refused", "SecurityError");
    });
    expect(run).not.toThrow();
    expect(html.hasAttribute(authMark)).toBe(false);
  });
});

it("stays small enough to stand in every page's head", () => {
  expect(headScript.length).toBeLessThan(500);
});
