import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { countVisit, seenFor } from "./countVisit.ts";

const beacon = vi.fn<(url: string, body: string) => boolean>();
let hidden = false;

beforeEach(() => {
  hidden = false;
  vi.useFakeTimers();
  vi.stubGlobal("navigator", { sendBeacon: beacon });
  vi.spyOn(document, "hidden", "get").mockImplementation(() => hidden);
  history.replaceState(null, "", "/?ref=May&via=0123ABCD");
});
afterEach(() => {
  beacon.mockReset();
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("counts a page once that was seen for a second, with its campaign and nothing else", () => {
  countVisit();
  vi.advanceTimersByTime(seenFor - 1);
  expect(beacon).not.toHaveBeenCalled();
  vi.advanceTimersByTime(10 * seenFor);
  expect(beacon.mock.calls).toEqual([["/functions/v1/forms/visits", '{"source":"May"}']]);
});

it("waits while it is hidden", () => {
  hidden = true;
  countVisit();
  vi.advanceTimersByTime(10 * seenFor);
  expect(beacon).not.toHaveBeenCalled();
  hidden = false;
  vi.advanceTimersByTime(2 * seenFor);
  expect(beacon).toHaveBeenCalledOnce();
});

it.each([{ webdriver: true }, { doNotTrack: "1" }, { globalPrivacyControl: true }])(
  "counts nothing with %j",
  (wish) => {
    Object.assign(navigator, wish);
    countVisit();
    vi.advanceTimersByTime(10 * seenFor);
    expect(beacon).not.toHaveBeenCalled();
  },
);
