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

it("lets a line break after the @ of the address, which no translator changes, and nowhere in a text without one", () => {
  const { steps } = waitlist.words.done;
  const sent = { address: "ada.lovelace@example.com", height: 0 };
  const { container } = render(<Success words={waitlist.words.done} sent={sent} onAnother={() => undefined} />);
  const [first, ...others] = [...container.querySelectorAll("li")];
  expect(first?.querySelector("[translate=no]")?.innerHTML).toBe("ada.lovelace@<wbr>example.com");
  expect(others.map(({ textContent }) => textContent)).toEqual(
    steps(sent.address)
      .slice(1)
      .map(({ name, text }) => `${name} ${text}`),
  );
  expect(others.some((step) => step.querySelector("wbr"))).toBe(false);
});
