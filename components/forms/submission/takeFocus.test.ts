import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { goToRow, takeFocus } from "./takeFocus.ts";

const element = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector}.`);
  return found;
};

beforeEach(() => {
  document.body.innerHTML =
    '<main><form id="home"><input id="field"><input id="wrong"></form><input id="elsewhere"></main>';
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});
const focused = () => document.activeElement?.id;

describe("the focus", () => {
  it.each([
    ["from nowhere", undefined, "wrong"],
    ["within the form", "#field", "wrong"],
    ["but not away from what else the visitor is at", "#elsewhere", "elsewhere"],
  ])("is moved %s", (_where, from, to) => {
    if (from) element(from).focus();
    takeFocus(element("#wrong"), element("#home"));
    expect(focused()).toBe(to);
  });

  it.each([
    ["above", -500, -100, true],
    ["below", 5000, 5400, true],
    ["in part within", -300, 100, false],
  ])("scrolls nothing to a form %s what is seen: %s to %s", (_where, top, bottom, preventScroll) => {
    vi.spyOn(element("#home"), "getBoundingClientRect").mockReturnValue(new DOMRect(0, top, 300, bottom - top));
    const focus = vi.spyOn(element("#wrong"), "focus");
    takeFocus(element("#wrong"), element("#home"));
    expect(focus).toHaveBeenCalledExactlyOnceWith({ preventScroll });
  });

  it.each([
    ["is brought into view", undefined, 1],
    ["stays where it is if the visitor is elsewhere", "#elsewhere", 0],
  ])("goes to a control whose row %s", async (_what, from, times) => {
    if (from) element(from).focus();
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
    goToRow(element("#wrong"), element("#home"));
    await new Promise(requestAnimationFrame);
    // WebKit scrolls to the caret only now.
    expect(scroll).not.toHaveBeenCalled();
    await new Promise(requestAnimationFrame);
    expect(scroll).toHaveBeenCalledTimes(times);
  });
});
