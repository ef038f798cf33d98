import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { resetCaptcha } from "../testkit/captcha.tsx";
import { useMockedBackend } from "../testkit/mockedBackend.ts";
import { beta } from "./beta.ts";
import { Form } from "./Form.tsx";

vi.mock("./captcha/captcha.ts", () => import("../testkit/captcha.tsx"));
afterAll(() => void vi.doUnmock("./captcha/captcha.ts"));

const backend = useMockedBackend();
const field = (name: "name" | "email" | "company" | "role" | "reason") => {
  const control = document.getElementById(`beta-${name}`);
  if (!(control instanceof HTMLElement)) throw new Error(`No field ${name}`);
  return control;
};
/** Longer than what is done after a press, however busy the machine is. */
const settled = () =>
  act(async () => {
    for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setTimeout(resolve));
  });
const said = (name: Parameters<typeof field>[0]) => document.getElementById(`beta-${name}-error`)?.textContent;
const type = async (name: Parameters<typeof field>[0], text: string) => {
  await userEvent.type(field(name), text);
  await settled();
};
const leave = async () => {
  await userEvent.tab();
  await settled();
};

beforeEach(() => {
  resetCaptcha();
  render(<Form definition={beta} />);
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe("as a field is left", () => {
  it("says what is wrong with it, and not while it is typed in", async () => {
    await type("email", "ada@");
    expect(said("email")).toBeUndefined();
    await leave();
    expect(said("email")).toBe("Enter a valid email address, such as ada@example.com.");
    expect(field("email").getAttribute("aria-invalid")).toBe("true");
    expect(field("email").getAttribute("aria-describedby")).toBe("beta-email-error");
    await type("email", "example.com");
    expect(said("email")).toBeUndefined();
    await leave();
    expect(said("email")).toBeUndefined();
  });

  it("does not reproach with being empty what was only passed, but what was emptied", async () => {
    for (const name of ["name", "email", "company", "role", "reason"] as const) {
      field(name).focus();
      await leave();
    }
    // The attribute has to say so, because browsers call an empty required field invalid otherwise.
    for (const control of document.querySelectorAll("[required]"))
      expect(control.getAttribute("aria-invalid")).toBe("false");
    await type("name", "A{Backspace}");
    await leave();
    expect(said("name")).toBe("Enter your name.");
    await type("name", "\u200d");
    await leave();
    expect(said("name")).toBe("Enter your name.");
  });

  it("takes an international domain, and says what it does not take before the @", async () => {
    await type("email", "ada@ex\u00e4mple.com");
    await leave();
    expect(said("email")).toBeUndefined();
    await userEvent.clear(field("email"));
    await type("email", "j\u00fcrgen@example.com");
    await leave();
    expect(said("email")).toContain("letters from a to z");
  });

  it("moves nothing under a pressed pointer", async () => {
    await type("email", "ada@");
    fireEvent.pointerDown(document.body);
    act(() => field("name").focus());
    await settled();
    expect(said("email")).toBeUndefined();
    fireEvent.pointerUp(document.body);
    await settled();
    expect(said("email")).toBeTruthy();
  });

  it("offers the address that was probably meant; one press takes it", async () => {
    await type("email", "ada@gmial.com");
    await leave();
    const offer = screen.getByRole("button", { name: "A typo? Use ada@gmail.com instead" });
    expect(offer.closest("output")).toBeTruthy();
    await userEvent.click(offer);
    expect(screen.getByLabelText<HTMLInputElement>(/^email/iu).value).toBe("ada@gmail.com");
    expect(document.activeElement).toBe(field("email"));
    expect(screen.queryByRole("button", { name: /A typo/u })).toBeNull();
    await type("email", "m");
    await leave();
    expect(screen.getByRole("button", { name: "A typo? Use ada@gmail.com instead" })).toBeTruthy();
  });
});

it("sent with gaps, says so at each in the page's own words, and goes to the first", async () => {
  await userEvent.type(field("email"), "ada@");
  const bubbles = vi.fn();
  document.addEventListener("invalid", ({ defaultPrevented }) => bubbles(defaultPrevented));
  await userEvent.click(screen.getByRole("button", { name: "Submit Application" }));
  await settled();
  expect([said("name"), said("email"), said("company"), said("role"), said("reason")]).toEqual([
    "Enter your name.",
    "Enter a valid email address, such as ada@example.com.",
    undefined,
    "Choose a role.",
    "Enter your reason.",
  ]);
  expect(document.activeElement).toBe(field("name"));
  expect(bubbles).not.toHaveBeenCalledWith(false);
  expect(backend.calls).toEqual([]);
});
