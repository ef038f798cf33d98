import { beforeEach, describe, expect, it, vi } from "vitest";

const clicked = vi.fn<(id: string) => void>();

function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (!found) throw new Error(`There is no ${id}.`);
  return found;
}

/** A press, as a browser counts it; returns whether the focus moves. */
function press(id: string, detail: number): boolean {
  const moves = element(id).dispatchEvent(new MouseEvent("mousedown", { bubbles: true, cancelable: true, detail }));
  element(id).dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail }));
  return moves;
}

const hold = (key: string, id: string, repeat: boolean): boolean =>
  element(id).dispatchEvent(new KeyboardEvent("keydown", { key, repeat, bubbles: true, cancelable: true }));
const enter = (id: string, repeat: boolean): boolean => hold("Enter", id, repeat);

beforeEach(async () => {
  clicked.mockReset();
  document.body.innerHTML =
    '<p id="text">Text</p><button id="one"><b id="words">One</b></button><button id="other">Other</button>';
  for (const button of document.querySelectorAll("button")) button.addEventListener("click", () => clicked(button.id));
  // It listens once for each page, so each test has a page of its own: the code anew, and nothing that listened before.
  vi.resetModules();
  const { ignoreSecondPresses } = await import("./secondPress.ts");
  const listening = vi.spyOn(document, "addEventListener");
  ignoreSecondPresses();
  ignoreSecondPresses();
  const listeners = [...listening.mock.calls];
  listening.mockRestore();
  return () => {
    for (const [type, listener, options] of listeners) document.removeEventListener(type, listener, options);
  };
});

it("leaves a second press alone whose first came before this code", () => {
  expect(press("one", 2)).toBe(true);
  expect(clicked.mock.calls).toEqual([["one"]]);
});

describe("the second press of two", () => {
  it("counts where the first did, whichever part of it is hit", () => {
    press("one", 1);
    expect(press("words", 2)).toBe(true);
    expect(clicked.mock.calls).toEqual([["one"], ["one"]]);
  });

  it("does nothing to what took the place of that, nor does a third", () => {
    press("one", 1);
    expect([press("other", 2), press("other", 3)]).toEqual([false, false]);
    expect(clicked.mock.calls).toEqual([["one"]]);
  });

  it("does nothing where the first hit nothing that can be pressed, as one that closes a message does", () => {
    press("text", 1);
    expect(press("one", 2)).toBe(false);
    expect(clicked).not.toHaveBeenCalled();
  });

  it("is one of its own after a pause", () => {
    press("one", 1);
    press("other", 1);
    expect(clicked.mock.calls).toEqual([["one"], ["other"]]);
  });

  it("leaves alone what a key or a script clicks", () => {
    press("one", 1);
    press("other", 2);
    element("other").click();
    expect(clicked.mock.calls).toEqual([["one"], ["other"]]);
  });
});

it("a held Enter key goes no further than where it began", () => {
  expect([enter("one", false), enter("one", true), enter("other", true)]).toEqual([true, true, false]);
  expect(enter("other", false)).toBe(true);
});

it("a held Tab key goes from one element to the next", () => {
  expect([hold("Tab", "one", false), hold("Tab", "other", true)]).toEqual([true, true]);
});
