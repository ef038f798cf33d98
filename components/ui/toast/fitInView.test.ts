import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { fitInView } from "./fitInView.ts";

let toaster = document.createElement("div");

beforeEach(() => {
  toaster = document.createElement("div");
  vi.spyOn(document.documentElement, "clientWidth", "get").mockReturnValue(360);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

/** What is seen of a window of 360 by 640. */
const see = (view: Partial<VisualViewport>) =>
  vi.stubGlobal("visualViewport", { scale: 1, offsetLeft: 0, offsetTop: 0, width: 360, height: 640, ...view });
/** Fits a toaster whose usual place is 328 px wide and 100 px high. */
const fit = (atTop: boolean) => {
  toaster.getBoundingClientRect = () =>
    new DOMRect(16, atTop ? 72 : 524, Math.min(328, Number.parseFloat(toaster.style.maxWidth || "328")), 100);
  fitInView(toaster, atTop);
  const { scale, translate, maxWidth } = toaster.style;
  return { scale, translate, maxWidth };
};
const unmoved = { scale: "", translate: "", maxWidth: "" };

it.each([true, false])("leaves a toaster alone where all of the window is seen (at the top: %s)", (atTop) => {
  see({});
  expect(fit(atTop)).toEqual(unmoved);
  vi.stubGlobal("visualViewport", null);
  expect(fit(atTop)).toEqual(unmoved);
});

it("lifts one from behind an on-screen keyboard, and lets it down again", () => {
  see({ height: 300 });
  expect(fit(false)).toEqual({ scale: "1", translate: "0px -332px", maxWidth: "" });
  expect(fit(true)).toEqual(unmoved);
  see({ height: 300, offsetTop: 200 });
  expect(fit(true)).toEqual({ scale: "1", translate: "0px 136px", maxWidth: "" });
  see({});
  expect(fit(true)).toEqual(unmoved);
});

it("is no wider than what is seen while the visitor zooms in, with larger words as far as these have room", () => {
  see({ scale: 1.25, width: 288, height: 512, offsetLeft: 40, offsetTop: 100 });
  expect(fit(true)).toEqual({ scale: "1", translate: "32px 36px", maxWidth: "272px" });
  see({ scale: 3, width: 120, height: 640 / 3, offsetLeft: 200, offsetTop: 400 });
  const { scale, maxWidth } = fit(false);
  // On the screen 360 px wide, but for its margins, at 1.38 times the usual size.
  expect(Number(scale) * 3).toBeCloseTo(360 / 260);
  expect((Number.parseFloat(maxWidth) + 16) * Number(scale)).toBeCloseTo(120);
});
