import { afterEach, describe, expect, it, vi } from "vitest";
import { headScript } from "./headScript.ts";
import { liveMark, sentMark } from "./marks.ts";

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

afterEach(() => {
  for (const controller of listening) controller.abort();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe("the head script of the forms", () => {
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

  function press(
    target: string,
    init: KeyboardEventInit = { key: "Enter", keyCode: 13 },
    button = "<button disabled>",
  ) {
    document.body.innerHTML = `<div data-island="beta"><form>
      <input name="email"><textarea></textarea><select></select><input type="checkbox">${button}</form></div>`;
    document.querySelector(target)?.dispatchEvent(new KeyboardEvent("keydown", { bubbles: true, ...init }));
    return document.body.firstElementChild;
  }

  it("remembers the Enter key that a disabled button swallows", () => {
    run();
    expect(press("input")?.hasAttribute(sentMark)).toBe(true);
    expect(press("input", { key: "a", keyCode: 65 })?.hasAttribute(sentMark)).toBe(false);
    // The end of a composition, as Safari tells of it, and before it as others do.
    expect(press("input", { key: "Enter", keyCode: 229 })?.hasAttribute(sentMark)).toBe(false);
    expect(press("input", { key: "Enter", keyCode: 229, isComposing: true })?.hasAttribute(sentMark)).toBe(false);
    expect(press("textarea")?.hasAttribute(sentMark)).toBe(false);
    expect(press("select")?.hasAttribute(sentMark)).toBe(false);
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
  expect(headScript.length).toBeLessThan(700);
});
