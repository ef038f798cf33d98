import { getByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hydrateWhenNear } from "./islands.ts";

const hydrate = vi.fn<(island: HTMLElement) => void>();
let missing = false;
const fetchCode = vi.fn<() => Promise<{ hydrate: typeof hydrate }>>(async () => {
  if (missing) throw new TypeError("Failed to fetch dynamically imported module");
  return { hydrate };
});

let near: (frames: { isIntersecting: boolean }[]) => void = () => {};
class FakeObserver {
  constructor(callback: typeof near) {
    near = callback;
  }
  observe() {}
  disconnect() {}
}

let island = document.createElement("div");
const field = document.createElement("input");
const press = () => field.dispatchEvent(new Event("keydown", { bubbles: true }));

beforeEach(() => {
  missing = false;
  hydrate.mockReset();
  fetchCode.mockClear();
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  // Each test gets a new island, because those of other tests may still wait to be used.
  island = document.createElement("div");
  island.append(field);
  document.body.replaceChildren(island);
  hydrateWhenNear(island, fetchCode);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

describe("an island", () => {
  it("is left alone while it is far away and unused, and hydrated when it comes near", async () => {
    near([{ isIntersecting: false }]);
    await vi.advanceTimersByTimeAsync(100);
    expect(fetchCode).not.toHaveBeenCalled();
    near([{ isIntersecting: false }, { isIntersecting: true }]);
    await vi.advanceTimersByTimeAsync(100);
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(island);
  });

  it.each(["focusin", "submit"])("is hydrated on %s, once", async (type) => {
    field.dispatchEvent(new Event(type, { bubbles: true }));
    field.dispatchEvent(new Event(type, { bubbles: true }));
    await vi.advanceTimersByTimeAsync(6_000);
    near([{ isIntersecting: true }]);
    press();
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(island);
    expect(queryByRole(document.body, "status")).toBeNull();
  });

  it("says that it could not load, keeps what was typed, and tries again with a use 5 s later", async () => {
    missing = true;
    field.value = "ada@example.com";
    island.setAttribute("data-sent", "");
    for (let key = 0; key < 20; key++) {
      press();
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(fetchCode).toHaveBeenCalledOnce();
    expect(getByRole(document.body, "alert").textContent).toContain("This part of the page couldn’t load.");
    expect(field.value).toBe("ada@example.com");
    // The form is sent only by another press.
    expect(island.hasAttribute("data-sent")).toBe(false);
    missing = false;
    await vi.advanceTimersByTimeAsync(5_000);
    press();
    await vi.advanceTimersByTimeAsync(100);
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(island);
    expect(queryByRole(document.body, "alert")).toBeNull();
  });

  it("says that it is loading where that takes 5 s, until it is there", async () => {
    let arrive = () => {};
    fetchCode.mockReturnValueOnce(new Promise((resolve) => (arrive = () => resolve({ hydrate }))));
    near([{ isIntersecting: true }]);
    await vi.advanceTimersByTimeAsync(5_100);
    expect(getByRole(document.body, "status").textContent).toBe("This form is still loading.");
    arrive();
    await vi.advanceTimersByTimeAsync(100);
    expect(queryByRole(document.body, "status")).toBeNull();
  });
});
