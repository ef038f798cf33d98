import { getByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { hydrateWhenNear } from "./hydrateWhenNear.ts";
import { hydrate } from "./islands.tsx";

const chunk = vi.hoisted(() => ({ missing: false }));
vi.mock("./islands.tsx", () => {
  const fake = vi.fn<typeof hydrate>();
  return {
    // Stands for the fetch of the chunk, which vitest would do but once.
    get hydrate() {
      if (chunk.missing) throw new TypeError("Failed to fetch dynamically imported module");
      return fake;
    },
  };
});

// Only fetched along; the islands bring it in themselves.
vi.mock("./react.ts", () => ({}));

type Callback = (entries: { isIntersecting: boolean }[]) => void;

class FakeObserver {
  static latest: FakeObserver;
  readonly callback: Callback;
  readonly options: IntersectionObserverInit;
  disconnected = false;

  constructor(callback: Callback, options: IntersectionObserverInit) {
    this.callback = callback;
    this.options = options;
    FakeObserver.latest = this;
  }
  observe() {}
  disconnect() {
    this.disconnected = true;
  }
}

/** Until what the island asks for has come, however slow the machine, and was used. */
async function settle(): Promise<void> {
  await Promise.all([import("./islands.tsx"), import("./react.ts")]);
  await new Promise((resolve) => setTimeout(resolve, 10));
}
const island = document.createElement("div");
const field = document.createElement("input");

async function use(): Promise<void> {
  field.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  field.focus();
  await settle();
}

beforeEach(async () => {
  chunk.missing = false;
  vi.mocked((await import("./islands.tsx")).hydrate).mockReset();
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  island.replaceChildren(field);
  document.body.replaceChildren(island);
  hydrateWhenNear(island);
});
afterEach(() => {
  field.blur();
  vi.unstubAllGlobals();
});

describe("an island", () => {
  it("sleeps while it is far away and unused", async () => {
    FakeObserver.latest.callback([{ isIntersecting: false }]);
    await settle();
    expect(hydrate).not.toHaveBeenCalled();
    expect(FakeObserver.latest.options).toEqual({ rootMargin: "600px" });
  });

  it("wakes when it comes near", async () => {
    FakeObserver.latest.callback([{ isIntersecting: true }]);
    await settle();
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(island);
    expect(FakeObserver.latest.disconnected).toBe(true);
  });

  it.each(["pointerdown", "focusin", "keydown", "submit"])("wakes on %s", async (type) => {
    field.dispatchEvent(new Event(type, { bubbles: true }));
    await settle();
    expect(hydrate).toHaveBeenCalledTimes(1);
  });

  it("wakes once, however it is used", async () => {
    await use();
    field.blur();
    await use();
    FakeObserver.latest.callback([{ isIntersecting: true }]);
    await settle();
    expect(hydrate).toHaveBeenCalledTimes(1);
  });

  it("says that it could not load, once, and tries again with the next use", async () => {
    chunk.missing = true;
    await use();
    field.blur();
    await use();
    expect(getByRole(document.body, "alert").textContent).toContain("This form could not load.");
    expect(island.querySelector("[role=alert]")).toBeNull();
    chunk.missing = false;
    field.blur();
    await use();
    await vi.waitFor(() => expect(hydrate).toHaveBeenCalledTimes(1));
    expect(queryByRole(document.body, "alert")).toBeNull();
  });
});
