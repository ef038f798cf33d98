import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { headScript, liveMark, sentMark } from "./headScript.ts";

const content = `<input name="email"><textarea></textarea><input type="checkbox"><button disabled>`;
let page = new AbortController();
const island = () => document.body.firstElementChild;
const isRemembered = () => island()?.hasAttribute(sentMark);

/** A page whose head script listens until the test ends. */
beforeEach(() => {
  page = new AbortController();
  const listen = document.addEventListener.bind(document);
  vi.spyOn(document, "addEventListener").mockImplementation(
    (type: string, listener: EventListenerOrEventListenerObject) =>
      listen(type, listener, { capture: true, signal: page.signal }),
  );
  // oxlint-disable-next-line no-eval -- it is a script; running it is the test
  globalThis.eval(headScript);
  document.body.innerHTML = `<div data-island="beta"><form>${content}</form></div>`;
});
afterEach(() => {
  page.abort();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

const submit = () => {
  const event = new Event("submit", { bubbles: true, cancelable: true });
  document.forms[0]?.dispatchEvent(event);
  return event;
};
const press = (selector: string, init: KeyboardEventInit) =>
  document.querySelector(selector)?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));

describe("the head script of the forms", () => {
  it("holds back a form that is not live yet and remembers it", () => {
    expect(submit().defaultPrevented).toBe(true);
    expect(isRemembered()).toBe(true);
  });

  it("leaves a live one alone", () => {
    document.forms[0]?.setAttribute(liveMark, "");
    expect([submit().defaultPrevented, isRemembered()]).toEqual([false, false]);
  });

  it("remembers the Enter key that a disabled button swallows, but not one that ends a composition", () => {
    press("textarea", { key: "Enter", keyCode: 13 });
    press("input", { key: "Enter", keyCode: 229 });
    expect(isRemembered()).toBe(false);
    press("input", { key: "Enter", keyCode: 13 });
    expect(isRemembered()).toBe(true);
  });

  it("forgets it when the visitor goes on typing, but not for the tick of the captcha", () => {
    submit();
    const edit = (selector: string) =>
      island()
        ?.querySelector(selector)
        ?.dispatchEvent(new Event("input", { bubbles: true }));
    edit("[type=checkbox]");
    expect(isRemembered()).toBe(true);
    edit("input");
    expect(isRemembered()).toBe(false);
  });
});
