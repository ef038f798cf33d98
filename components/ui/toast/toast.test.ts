import { getByRole, queryAllByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { swipeDistance } from "./gestures.ts";
import { lifetime, settling, toast as show } from "./toast.ts";
import { toastClass } from "./toastClass.ts";
import { mountToaster } from "./toaster.ts";

const words = { title: "Error", text: "Something went wrong." };
const open: (() => void)[] = [];
const toast: typeof show = (...given) => {
  const close = show(...given);
  open.push(close);
  return close;
};
const alerts = () => getByRole(document.body, "alert");

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  // One that stays open listens to what happens in the next test.
  for (const close of open.splice(0)) close();
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe("toast", () => {
  it("has its live regions on the page before there is anything to say", () => {
    mountToaster();
    mountToaster();
    expect(queryAllByRole(document.body, "alert")).toHaveLength(1);
    expect(queryAllByRole(document.body, "status")).toHaveLength(1);
    expect(alerts().textContent).toBe("");
  });

  it("says what failed as an alert and what worked as a status", () => {
    toast("destructive", words);
    toast("success", { title: "Done", text: "All is well." });
    expect(alerts().textContent).toContain("ErrorSomething went wrong.");
    expect(getByRole(document.body, "status").textContent).toContain("DoneAll is well.");
  });

  it("does not read older toasts again", () => {
    toast("destructive", words);
    expect(alerts().getAttribute("aria-atomic")).toBe("false");
  });

  it("goes by itself, what failed later than what worked", () => {
    toast("success", words);
    toast("destructive", words);
    vi.advanceTimersByTime(lifetime.success);
    expect(getByRole(document.body, "status").childElementCount).toBe(0);
    expect(alerts().childElementCount).toBe(1);
    vi.advanceTimersByTime(lifetime.destructive);
    expect(alerts().childElementCount).toBe(0);
    expect(lifetime.success).toBeGreaterThanOrEqual(6_000);
  });

  it("stays while the focus is on it", () => {
    toast("success", words);
    const close = getByRole(document.body, "button", { name: "Close" });
    close.focus();
    vi.advanceTimersByTime(lifetime.success * 3);
    expect(close.isConnected).toBe(true);
    close.blur();
    vi.advanceTimersByTime(lifetime.success);
    expect(close.isConnected).toBe(false);
  });

  it("does not take the focus back from where it has gone since", () => {
    const [before, after] = [document.createElement("input"), document.createElement("input")];
    document.body.append(before, after);
    before.focus();
    toast("success", words);
    getByRole(document.body, "button", { name: "Close" }).focus();
    after.focus();
    vi.advanceTimersByTime(lifetime.success);
    expect(getByRole(document.body, "status").childElementCount).toBe(0);
    expect(document.activeElement).toBe(after);
  });

  it("stays while the pointer is over it", () => {
    toast("success", words);
    const item = getByRole(document.body, "status").firstElementChild;
    // Happy DOM has no pointer.
    const over = vi.spyOn(Object(item), "matches").mockImplementation((selector) => selector === ":hover");
    vi.advanceTimersByTime(lifetime.success * 3);
    expect(item?.isConnected).toBe(true);
    over.mockRestore();
    vi.advanceTimersByTime(lifetime.success);
    expect(item?.isConnected).toBe(false);
  });

  it("stays while the page is hidden, and as long as usual after that", () => {
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    toast("destructive", words);
    vi.advanceTimersByTime(lifetime.destructive * 3.5);
    expect(alerts().childElementCount).toBe(1);
    hidden.mockRestore();
    document.dispatchEvent(new Event("visibilitychange"));
    vi.advanceTimersByTime(lifetime.destructive - 1);
    expect(alerts().childElementCount).toBe(1);
    vi.advanceTimersByTime(1);
    expect(alerts().childElementCount).toBe(0);
  });

  it.each([
    ["scroll", () => window],
    ["resize", () => window],
    ["focusin", () => document.body],
    ["scroll", () => window.visualViewport],
    ["resize", () => window.visualViewport],
  ])("makes room for what it speaks of after each %s, until it is closed", (type, target) => {
    vi.stubGlobal("visualViewport", Object.assign(new EventTarget(), { scale: 1, offsetTop: 0, height: 700 }));
    const toaster = mountToaster();
    toaster.getBoundingClientRect = () =>
      new DOMRect(0, toaster.className.includes(toastClass.places.topLeft) ? 0 : 600, 300, 100);
    const subject = document.createElement("input");
    const at = (top: number) => {
      subject.getBoundingClientRect = () => new DOMRect(0, top, 300, 50);
      target()?.dispatchEvent(new Event(type, { bubbles: true }));
      return toaster.dataset["place"];
    };
    at(620);
    const close = toast("success", words, subject);
    expect(toaster.dataset["place"]).toBe(toastClass.places.topLeft);
    expect(at(20)).toBe(toastClass.places.bottomLeft);
    expect(at(620)).toBe(toastClass.places.topLeft);
    close();
    expect(at(20)).toBe(toastClass.places.topLeft);
    vi.unstubAllGlobals();
  });

  it("brings what has the focus out from under it, and leaves the browser the whole screen again when it goes", () => {
    vi.spyOn(globalThis, "matchMedia").mockReturnValue(
      Object.assign(new EventTarget(), window.matchMedia("all"), { matches: true }),
    );
    vi.stubGlobal("innerHeight", 300);
    const toaster = mountToaster();
    toaster.getBoundingClientRect = () => new DOMRect(0, 0, 300, toaster.querySelector("p") ? 100 : 0);
    const field = document.createElement("input");
    document.body.append(field);
    field.getBoundingClientRect = () => new DOMRect(0, 50, 300, 50);
    const scroll = vi.spyOn(field, "scrollIntoView").mockReturnValue();
    field.focus();
    const close = toast("success", words);
    expect(scroll).toHaveBeenCalledOnce();
    const { style } = document.documentElement;
    expect(style.scrollPaddingTop).toBe("108px");
    close();
    expect(style.scrollPaddingTop).toBe("");
    vi.restoreAllMocks();
    vi.unstubAllGlobals();
  });

  it("closes by its button and gives the focus back", () => {
    const field = document.createElement("input");
    document.body.append(field);
    toast("success", words);
    field.focus();
    const close = getByRole(document.body, "button", { name: "Close" });
    close.focus();
    close.click();
    expect(close.isConnected).toBe(false);
    expect(document.activeElement).toBe(field);
  });

  it("closes by Escape, leaving nothing listening", () => {
    toast("success", words);
    toast("destructive", words);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "a" }));
    // It takes back what an input method is composing.
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", isComposing: true }));
    expect(alerts().childElementCount).toBe(1);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(alerts().childElementCount).toBe(0);
    expect(getByRole(document.body, "status").childElementCount).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  const pointer = (type: string, on: Element, at = 0, pointerType = "touch") =>
    on.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType, clientX: at, clientY: 100 }));

  const openDialog = () => {
    const dialog = document.createElement("dialog");
    document.body.append(dialog);
    dialog.open = true;
    return dialog;
  };
  const closed = (dialog: HTMLDialogElement) => {
    dialog.open = false;
    dialog.dispatchEvent(new Event("close"));
  };

  it("stays under an open dialog, whose keys and taps are not for it", () => {
    toast("destructive", words);
    const dialog = openDialog();
    vi.advanceTimersByTime(lifetime.destructive * 3);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    pointer("pointerdown", dialog);
    pointer("pointerup", dialog);
    vi.advanceTimersByTime(lifetime.destructive - 1);
    closed(dialog);
    vi.advanceTimersByTime(lifetime.destructive - 1);
    expect(alerts().childElementCount).toBe(1);
    vi.advanceTimersByTime(1);
    expect(alerts().childElementCount).toBe(0);
  });

  it("that comes under a dialog appears after that was closed, when screen readers know its region again", () => {
    const dialog = openDialog();
    toast("destructive", words);
    vi.advanceTimersByTime(lifetime.destructive * 3);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    closed(dialog);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(alerts().childElementCount).toBe(0);
    const next = openDialog();
    vi.advanceTimersByTime(settling);
    expect(alerts().childElementCount).toBe(0);
    closed(next);
    vi.advanceTimersByTime(settling);
    expect(alerts().textContent).toContain(words.text);
    vi.advanceTimersByTime(lifetime.destructive);
    expect(alerts().childElementCount).toBe(0);
  });

  it("that comes under a dialog can be taken back before it appears", () => {
    const dialog = openDialog();
    toast("destructive", words)();
    closed(dialog);
    vi.advanceTimersByTime(settling);
    expect(alerts().childElementCount).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("closes by a swipe of a finger, in whatever direction", () => {
    toast("success", words);
    const [item] = getByRole(document.body, "status").children;
    if (!(item instanceof HTMLElement)) throw new Error("No toast");
    pointer("pointerdown", item, 100);
    pointer("pointermove", item, 80);
    expect(item.style.translate).toBe("-20px 0px");
    pointer("pointerup", item, 80);
    expect([item.isConnected, item.style.translate]).toEqual([true, ""]);
    pointer("pointerdown", item, 100);
    pointer("pointermove", item, 80);
    pointer("pointercancel", item, 20);
    expect([item.isConnected, item.style.translate]).toEqual([true, ""]);
    // A mouse selects words.
    pointer("pointerdown", item, 100, "mouse");
    pointer("pointermove", item, 80, "mouse");
    expect(item.style.translate).toBe("");
    pointer("pointerdown", item, 100);
    pointer("pointerup", document.body, 100 - swipeDistance);
    expect(item.isConnected).toBe(false);
  });

  it("closes by a tap beside it, but not by a mouse, a scroll or a tap on another toast", () => {
    toast("destructive", words);
    toast("success", words);
    const [other] = getByRole(document.body, "status").children;
    pointer("pointerup", document.body, 0, "mouse");
    pointer("pointerdown", document.body);
    pointer("pointercancel", document.body);
    if (other) {
      pointer("pointerup", other);
      pointer("pointerdown", other);
      pointer("pointercancel", other);
    }
    expect(alerts().childElementCount).toBe(1);
    pointer("pointerup", document.body);
    expect(alerts().childElementCount).toBe(0);
    expect(other?.isConnected).toBe(false);
  });

  it("takes its words as text, never as markup", () => {
    toast("destructive", { title: "<b>x</b>", text: "<img src=x>" });
    expect(alerts().querySelector("b, img")).toBeNull();
  });
});
