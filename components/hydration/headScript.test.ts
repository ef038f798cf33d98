import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { storageKey } from "../auth/session.ts";
import { headScript, spinnerLimit } from "./headScript.ts";
import { authMark, liveMark, sentMark } from "./marks.ts";

const html = document.documentElement;
const listening: AbortController[] = [];

/** Runs the script as the browser does, but so that its listener ends with the test. */
function run(): void {
  const controller = new AbortController();
  listening.push(controller);
  const listen = document.addEventListener.bind(document);
  vi.spyOn(document, "addEventListener").mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { capture: true, signal: controller.signal }),
  );
  // oxlint-disable-next-line no-eval -- it is a script; running it is the test
  globalThis.eval(headScript);
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  for (const controller of listening) controller.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
  localStorage.clear();
  html.removeAttribute(authMark);
  document.body.replaceChildren();
  history.replaceState(null, "", "/");
});

describe("the head script and a session", () => {
  it("marks nothing for a visitor without one", () => {
    history.replaceState(null, "", "/?utm_source=x&discount_code=y#beta");
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
    "/?code=a",
    "/?ref=x&code=a",
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

describe("the head script and a form", () => {
  function send(mark?: string) {
    document.body.innerHTML = `<div data-island="waitlist"><form ${mark ?? ""}></form></div>`;
    const event = new Event("submit", { bubbles: true, cancelable: true });
    document.forms[0]?.dispatchEvent(event);
    return { event, island: document.body.firstElementChild };
  }

  it("holds back one that is not live yet and remembers it", () => {
    run();
    const { event, island } = send();
    expect(event.defaultPrevented).toBe(true);
    expect(island?.hasAttribute(sentMark)).toBe(true);
  });

  function press(target: string, init: KeyboardEventInit = { key: "Enter" }, button = "<button disabled>") {
    document.body.innerHTML = `<div data-island="beta"><form>
      <input name="email"><textarea></textarea><input type="checkbox">${button}</form></div>`;
    document.querySelector(target)?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
    return document.body.firstElementChild;
  }

  it("remembers the Enter key that a disabled button swallows", () => {
    run();
    expect(press("input")?.hasAttribute(sentMark)).toBe(true);
    expect(press("input", { key: "a" })?.hasAttribute(sentMark)).toBe(false);
    expect(press("input", { key: "Enter", isComposing: true })?.hasAttribute(sentMark)).toBe(false);
    expect(press("textarea")?.hasAttribute(sentMark)).toBe(false);
    expect(press("input", undefined, "<button>")?.hasAttribute(sentMark)).toBe(false);
  });

  it("forgets it when the visitor goes on typing, but not for the tick of the captcha", () => {
    run();
    const island = press("input");
    const edit = (selector: string) =>
      island?.querySelector(selector)?.dispatchEvent(new Event("input", { bubbles: true }));
    edit("[type=checkbox]");
    expect(island?.hasAttribute(sentMark)).toBe(true);
    edit("input");
    expect(island?.hasAttribute(sentMark)).toBe(false);
  });

  it("leaves a live one alone", () => {
    run();
    const { event, island } = send(liveMark);
    expect(event.defaultPrevented).toBe(false);
    expect(island?.hasAttribute(sentMark)).toBe(false);
  });
});

it("stays small enough to stand in every page's head", () => {
  expect(headScript.length).toBeLessThan(1_100);
});
