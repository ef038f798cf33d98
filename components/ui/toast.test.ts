import { getByRole, queryAllByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { lifetime, mountToaster, toast } from "./toast.ts";

const words = { title: "Error", text: "Something went wrong." };
const alerts = () => getByRole(document.body, "alert");
const status = () => getByRole(document.body, "status");
const close = () => getByRole(document.body, "button", { name: "Close" });

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.useRealTimers();
});

describe("toast", () => {
  it("has its live regions on the page before there is anything to say, and reads older toasts no second time", () => {
    mountToaster();
    mountToaster();
    expect(queryAllByRole(document.body, "status")).toHaveLength(1);
    expect(alerts().textContent).toBe("");
    expect(alerts().getAttribute("aria-atomic")).toBe("false");
  });

  it("says what failed as an alert and what worked as a status; each goes by itself, what failed later", () => {
    toast("destructive", words);
    toast("success", { title: "Done", text: "All is well." });
    expect(alerts().textContent).toContain("ErrorSomething went wrong.");
    expect(status().textContent).toContain("DoneAll is well.");
    vi.advanceTimersByTime(lifetime.success);
    expect([status().childElementCount, alerts().childElementCount]).toEqual([0, 1]);
    vi.advanceTimersByTime(lifetime.destructive);
    expect(alerts().childElementCount).toBe(0);
  });

  it("stays while the focus is on it or the page is hidden", () => {
    toast("success", words);
    close().focus();
    vi.advanceTimersByTime(lifetime.success * 3);
    close().blur();
    const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
    vi.advanceTimersByTime(lifetime.success * 3);
    expect(status().childElementCount).toBe(1);
    hidden.mockRestore();
    vi.advanceTimersByTime(lifetime.success);
    expect(status().childElementCount).toBe(0);
  });

  it("of what worked goes once the visitor goes on", () => {
    const press = (target: Element) => target.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    toast("success", words);
    press(close());
    expect(status().childElementCount).toBe(1);
    toast("destructive", words);
    press(document.body);
    expect([status().childElementCount, alerts().childElementCount]).toEqual([0, 1]);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
  });

  it("closes by its button, which gives the focus back, and by Escape, unless that key ends a composition", () => {
    const field = document.createElement("input");
    document.body.append(field);
    field.focus();
    toast("destructive", words);
    close().focus();
    close().click();
    expect(alerts().childElementCount).toBe(0);
    expect(document.activeElement).toBe(field);
    toast("destructive", words);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape", isComposing: true }));
    expect(alerts().childElementCount).toBe(1);
    document.dispatchEvent(new KeyboardEvent("keydown", { key: "Escape" }));
    expect(alerts().childElementCount).toBe(0);
    expect(vi.getTimerCount()).toBe(0);
  });
});
