import { cleanup, fireEvent, render } from "@testing-library/react";
import { afterEach, expect, it, vi } from "vitest";
import { waitlist } from "../waitlist/waitlist.ts";
import { Success } from "./Success.tsx";

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

it("is as high as the form was, until the page's width changes", () => {
  const sent = { address: "ada@example.com", height: 321 };
  const { container } = render(<Success words={waitlist.words.done} sent={sent} onAnother={() => undefined} />);
  const height = () => container.querySelector("div")?.style.minHeight;
  vi.stubGlobal("innerHeight", innerHeight - 60);
  fireEvent(window, new Event("resize"));
  expect(height()).toBe("321px");
  vi.stubGlobal("innerWidth", innerWidth - 1);
  fireEvent(window, new Event("resize"));
  expect(height()).toBe("0");
});
