import { getByRole, queryByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type HydrationCode, hydrateWhenNear } from "./hydrateWhenNear.ts";

const hydrate = vi.fn<HydrationCode["hydrate"]>();
const prepare = vi.fn<(island: HTMLElement) => void>();
let missing = false;
const fetchCode = vi.fn<() => Promise<HydrationCode>>(async () => {
  if (missing) throw new TypeError("Failed to fetch dynamically imported module");
  return { hydrate };
});

// Only fetched along; the code of the forms brings it in itself.
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

/** Time enough for what must not happen. */
async function settle(): Promise<void> {
  await import("./react.ts");
  await new Promise((resolve) => setTimeout(resolve, 10));
}
/** Until what the island asks for has come, and was used once. */
const expectHydrated = () => expect.poll(() => hydrate).toHaveBeenCalledExactlyOnceWith(island);
let island = document.createElement("div");
const field = document.createElement("input");

async function use(): Promise<void> {
  field.dispatchEvent(new Event("pointerdown", { bubbles: true }));
  field.focus();
  await settle();
}

beforeEach(() => {
  missing = false;
  hydrate.mockReset();
  fetchCode.mockClear();
  prepare.mockReset();
  vi.stubGlobal("IntersectionObserver", FakeObserver);
  // A new one each time: those of other tests may still wait to be used.
  island = document.createElement("div");
  island.append(field);
  document.body.replaceChildren(island);
  hydrateWhenNear(island, { fetchCode, prepare });
});
afterEach(() => {
  field.blur();
  vi.unstubAllGlobals();
});

describe("an island", () => {
  it("is left alone while it is far away and unused", async () => {
    FakeObserver.latest.callback([{ isIntersecting: false }]);
    await settle();
    expect(hydrate).not.toHaveBeenCalled();
    expect(FakeObserver.latest.options).toEqual({ rootMargin: "600px" });
  });

  it("hydrates when it comes near", async () => {
    FakeObserver.latest.callback([{ isIntersecting: true }]);
    await expectHydrated();
    expect(FakeObserver.latest.disconnected).toBe(true);
  });

  it("hydrates when one call tells that it was far away and has come near", async () => {
    FakeObserver.latest.callback([{ isIntersecting: false }, { isIntersecting: true }]);
    await expectHydrated();
  });

  it.each(["pointerdown", "focusin", "keydown", "submit"])("hydrates on %s", async (type) => {
    field.dispatchEvent(new Event(type, { bubbles: true }));
    await expectHydrated();
  });

  it("hydrates once, however it is used", async () => {
    await use();
    await expectHydrated();
    field.blur();
    await use();
    FakeObserver.latest.callback([{ isIntersecting: true }]);
    await settle();
    await expectHydrated();
  });

  it("prepares once a field has the focus, and not when it is only near or pressed upon", async () => {
    missing = true;
    FakeObserver.latest.callback([{ isIntersecting: true }]);
    field.dispatchEvent(new Event("pointerdown", { bubbles: true }));
    expect(prepare).not.toHaveBeenCalled();
    field.focus();
    field.blur();
    field.focus();
    expect(prepare).toHaveBeenCalledExactlyOnceWith(island);
  });

  it("prepares nothing in a form that is live", async () => {
    FakeObserver.latest.callback([{ isIntersecting: true }]);
    await expectHydrated();
    field.focus();
    expect(prepare).not.toHaveBeenCalled();
  });

  it("says that it could not load, once, and tries again with a use 5 s later", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const say = vi.spyOn(island, "after");
    missing = true;
    for (let key = 0; key < 20; key++) {
      field.dispatchEvent(new Event("keydown", { bubbles: true }));
      await vi.advanceTimersByTimeAsync(100);
    }
    expect(fetchCode).toHaveBeenCalledOnce();
    expect(getByRole(document.body, "alert").textContent).toContain("This part of the page could not load.");
    await vi.advanceTimersByTimeAsync(5_000);
    field.dispatchEvent(new Event("keydown", { bubbles: true }));
    await vi.advanceTimersByTimeAsync(100);
    expect(fetchCode).toHaveBeenCalledTimes(2);
    expect(say).toHaveBeenCalledOnce();
    expect(island.querySelector("[role=alert]")).toBeNull();
    missing = false;
    await vi.advanceTimersByTimeAsync(5_000);
    field.dispatchEvent(new Event("keydown", { bubbles: true }));
    await vi.advanceTimersByTimeAsync(100);
    expect(hydrate).toHaveBeenCalledExactlyOnceWith(island);
    expect(queryByRole(document.body, "alert")).toBeNull();
    vi.useRealTimers();
  });

  it("says that it is loading where that takes 5 s, until it is there", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    let arrive = () => {};
    fetchCode.mockReturnValueOnce(new Promise((resolve) => (arrive = () => resolve({ hydrate }))));
    FakeObserver.latest.callback([{ isIntersecting: true }]);
    await vi.advanceTimersByTimeAsync(4_900);
    expect(queryByRole(document.body, "status")).toBeNull();
    await vi.advanceTimersByTimeAsync(200);
    expect(getByRole(document.body, "status").textContent).toBe("This form is still loading.");
    arrive();
    await vi.advanceTimersByTimeAsync(100);
    expect(queryByRole(document.body, "status")).toBeNull();
    vi.useRealTimers();
  });

  it("says nothing once it is there", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    FakeObserver.latest.callback([{ isIntersecting: true }]);
    await vi.advanceTimersByTimeAsync(6_000);
    expect(hydrate).toHaveBeenCalledOnce();
    expect(queryByRole(document.body, "status")).toBeNull();
    vi.useRealTimers();
  });
});
