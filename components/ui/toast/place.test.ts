import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { place, uncoverFocus } from "./place.ts";
import { toastClass } from "./toastClass.ts";

const { places } = toastClass;
/** Where the toaster is on a screen of 1000 by 700, for each of its places. */
const areas: Record<string, DOMRect> = {
  [places.top]: new DOMRect(10, 70, 980, 100),
  [places.bottom]: new DOMRect(10, 590, 980, 100),
  [places.topLeft]: new DOMRect(10, 70, 400, 100),
  [places.topRight]: new DOMRect(590, 70, 400, 100),
  [places.bottomLeft]: new DOMRect(10, 590, 400, 100),
  [places.bottomRight]: new DOMRect(590, 590, 400, 100),
};
let toaster = document.createElement("div");
let form = document.createElement("form");

function row(left: number, top: number, width = 300, height = 50): HTMLElement {
  const element = document.createElement("button");
  element.getBoundingClientRect = () => new DOMRect(left, top, width, height);
  form.append(element);
  return element;
}

beforeEach(() => {
  [toaster, form] = [document.createElement("div"), document.createElement("form")];
  toaster.getBoundingClientRect = () => areas[toaster.dataset["place"] ?? ""] ?? new DOMRect();
  document.body.replaceChildren(form, toaster);
  // The page itself, which is under every place, has the focus at first.
  vi.spyOn(document.body, "getBoundingClientRect").mockReturnValue(new DOMRect(0, 0, 1000, 700));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

const screen = (kind: "phone" | "desktop") =>
  vi
    .spyOn(globalThis, "matchMedia")
    .mockReturnValue(Object.assign(new EventTarget(), window.matchMedia("all"), { matches: kind === "phone" }));
const placed = (...spokenOf: Element[]) => {
  place(toaster, spokenOf);
  return toaster.dataset["place"];
};

describe("on a phone", () => {
  beforeEach(() => void screen("phone"));

  it("is below the navigation, or at the foot where it would cover what it speaks of", () => {
    expect(placed(row(50, 300))).toBe(places.top);
    expect(placed(row(50, 150))).toBe(places.bottom);
  });

  it("is below the navigation, whatever lies there, if it is not what sends a form", () => {
    const under = row(50, 100);
    expect(placed(row(50, 300))).toBe(places.top);
    under.setAttribute("type", "submit");
    expect(placed(row(50, 300))).toBe(places.bottom);
  });

  it("covers what has the focus as little as what it speaks of", () => {
    row(50, 100).focus();
    expect(placed(row(50, 300))).toBe(places.bottom);
  });

  it("stays where it is while it has the focus", () => {
    const captcha = row(50, 300);
    expect(placed(captcha)).toBe(places.top);
    const close = document.createElement("button");
    toaster.append(close);
    close.focus();
    captcha.getBoundingClientRect = () => new DOMRect(50, 80, 300, 50);
    expect(placed(captcha)).toBe(places.top);
    close.remove();
    expect(placed(captcha)).toBe(places.bottom);
  });

  it("leaves what has the focus free, where it must cover something", () => {
    const subject = row(50, 60, 300, 540);
    row(50, 600).setAttribute("type", "submit");
    row(50, 75, 300, 20).focus();
    expect(placed(subject)).toBe(places.bottom);
  });

  it("follows when what it speaks of comes under it, and stays when only another row does", () => {
    const captcha = row(50, 300);
    expect(placed(captcha)).toBe(places.top);
    row(50, 100);
    row(50, 600);
    expect(placed(captcha)).toBe(places.top);
    captcha.getBoundingClientRect = () => new DOMRect(50, 80, 300, 50);
    expect(placed(captcha)).toBe(places.bottom);
  });
});

describe("on a phone held sideways", () => {
  beforeEach(() => void screen("phone"));
  /** What the browser leaves free above and below what it brings into view. */
  const kept = () => {
    const { scrollPaddingTop, scrollPaddingBottom } = document.documentElement.style;
    return [scrollPaddingTop, scrollPaddingBottom];
  };

  it("is kept beside what gets the focus, while it covers a large part of the screen but not most of it", () => {
    for (const [height, expected] of [
      [700, ["", ""]],
      [300, ["178px", ""]],
      [150, ["", ""]],
    ] as const) {
      vi.stubGlobal("innerHeight", height);
      placed();
      expect([height, ...kept()]).toEqual([height, ...expected]);
    }
    vi.stubGlobal("innerHeight", 300);
    toaster.getBoundingClientRect = () => new DOMRect(10, toaster.dataset["place"] === places.top ? 70 : 190, 980, 100);
    expect(placed(row(50, 100))).toBe(places.bottom);
    expect(kept()).toEqual(["", "118px"]);
    vi.stubGlobal("innerHeight", 700);
    placed();
    expect(kept()).toEqual(["", ""]);
  });

  it("has the focus brought out from under it, and nothing moved otherwise", () => {
    placed();
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView").mockReturnValue();
    uncoverFocus(toaster);
    row(50, 300).focus();
    uncoverFocus(toaster);
    expect(scroll).not.toHaveBeenCalled();
    row(50, 100).focus();
    uncoverFocus(toaster);
    expect(scroll).toHaveBeenCalledExactlyOnceWith({ block: "nearest" });
  });
});

describe("on a desktop", () => {
  beforeEach(() => void screen("desktop"));

  it("is at the left, where no form is", () => {
    expect(placed(row(600, 600))).toBe(places.bottomLeft);
  });

  it("finds the place that covers no row of any form", () => {
    row(50, 600);
    row(700, 600);
    expect(placed()).toBe(places.topRight);
    row(700, 100);
    expect(placed()).toBe(places.topLeft);
    form.replaceChildren();
    expect(placed()).toBe(places.topLeft);
  });

  it("stays where no place is free of rows, though another has fewer, until it covers what it speaks of", () => {
    for (const [left, top] of [
      [50, 600],
      [50, 100],
      [700, 600],
      [700, 100],
    ] as const)
      row(left, top);
    expect(placed()).toBe(places.bottomLeft);
    row(50, 620);
    expect(placed()).toBe(places.bottomLeft);
    expect(placed(row(50, 640))).toBe(places.bottomRight);
  });

  it("covers as little as it can, where all places cover what it speaks of", () => {
    const subject = row(0, 0, 1000, 700);
    row(50, 600);
    expect(placed(subject)).toBe(places.bottomRight);
    row(700, 600).setAttribute("type", "submit");
    expect(placed(subject)).toBe(places.topRight);
    row(50, 100);
    const beside = row(700, 100);
    beside.remove();
    expect(placed(subject, beside)).toBe(places.bottomLeft);
  });

  it("is as on a phone while the visitor zooms in", () => {
    vi.stubGlobal("visualViewport", { scale: 2, offsetLeft: 0, offsetTop: 100, width: 500, height: 350 });
    expect(placed()).toBe(places.top);
    expect(toaster.style.translate).toMatch(/ 38px$/u);
  });

  it("counts no row that is not shown", () => {
    row(50, 600, 0);
    row(50, 600, 300, 0);
    expect(placed()).toBe(places.bottomLeft);
  });
});
