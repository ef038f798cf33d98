// @vitest-environment happy-dom
import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readinessPoll } from "../captcha/useCaptchaReady.ts";
import { accepted, captcha, network, refused, resetKit, sent } from "../testkit.tsx";
import { WaitlistForm } from "./WaitlistForm.tsx";

vi.mock("../captcha/captcha.ts", () => import("../testkit.tsx"));

const field = () => screen.getByLabelText<HTMLInputElement>(/email/i);
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /join/i });
const alert = () => screen.getByRole("alert").textContent;

async function join(email = "ada@example.com") {
  await userEvent.type(field(), email);
  await userEvent.click(button());
}

beforeEach(() => {
  resetKit();
  history.replaceState(null, "", "/");
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe("the waitlist form", () => {
  it("joins, says so, and moves the focus to the success view", async () => {
    network.mockResolvedValue(accepted("joined"));
    render(<WaitlistForm />);
    await join();
    const heading = await screen.findByRole("heading", { name: "Thanks for joining our waitlist!" });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByRole("status").textContent).toContain(
      "Welcome to our waitlist!Check your email for a confirmation message.",
    );
    expect(sent()).toEqual([{ email: "ada@example.com", captcha: "token" }]);
  });

  it("names the campaign that brought the visitor", async () => {
    history.replaceState(null, "", "/?utm_source=Newsletter%20May");
    network.mockResolvedValue(accepted("joined"));
    render(<WaitlistForm />);
    await join();
    await screen.findByRole("heading");
    expect(sent()).toEqual([{ email: "ada@example.com", source: "newsletter-may", captcha: "token" }]);
  });

  it("sends once however often it is told to, and stays focusable meanwhile", async () => {
    let answer: (response: Response) => void = () => {};
    network.mockReturnValue(
      new Promise((resolve) => {
        answer = resolve;
      }),
    );
    render(<WaitlistForm />);
    await userEvent.type(field(), "ada@example.com");
    await userEvent.dblClick(button());
    await userEvent.type(field(), "{Enter}{Enter}");
    expect(button().textContent).toBe("Joining...");
    expect(button().disabled).toBe(false);
    expect(button().getAttribute("aria-disabled")).toBe("true");
    answer(accepted("joined"));
    await screen.findByRole("heading");
    expect(network).toHaveBeenCalledTimes(1);
  });

  it("asks for the captcha and sends nothing without it", async () => {
    captcha.solved = null;
    render(<WaitlistForm />);
    await join();
    expect(alert()).toContain("Verification requiredPlease complete the reCAPTCHA verification.");
    expect(network).not.toHaveBeenCalled();
    expect(field().value).toBe("ada@example.com");
  });

  it.each([
    ["captcha_failed", "Verification requiredPlease complete the reCAPTCHA verification."],
    ["already_subscribed", "Already subscribedThis email is already on our waitlist!"],
    ["store_unavailable", "ErrorFailed to join waitlist. Please try again."],
    ["captcha_unavailable", "ErrorFailed to join waitlist. Please try again."],
    ["unexpected", "ErrorFailed to join waitlist. Please try again."],
  ] as const)("answers %s, keeps what was typed and resets the captcha", async (code, words) => {
    network.mockResolvedValue(refused(code));
    render(<WaitlistForm />);
    await join();
    await waitFor(() => expect(alert()).toContain(words));
    expect(field().value).toBe("ada@example.com");
    expect(button().textContent).toBe("Join Waitlist");
    expect(captcha.reset).toHaveBeenCalledTimes(1);
  });

  it("names how long to wait after too many attempts", async () => {
    network.mockResolvedValue(refused("rate_limited", {}, { "retry-after": "90" }));
    render(<WaitlistForm />);
    await join();
    await waitFor(() => expect(alert()).toContain("Too many attemptsPlease wait 2 minutes and try again."));
  });

  it("outlives a lost network: the second try joins and takes the failure back", async () => {
    network.mockRejectedValueOnce(new TypeError("Failed to fetch")).mockResolvedValueOnce(accepted("joined"));
    render(<WaitlistForm />);
    await join();
    await waitFor(() => expect(alert()).toContain("ErrorSomething went wrong. Please try again."));
    await userEvent.click(button());
    expect(await screen.findByRole("heading")).toBeTruthy();
    expect(alert()).toBe("");
  });

  it("shows a refused field its message until it is edited", async () => {
    network.mockResolvedValue(refused("invalid", { errors: { email: "Enter a valid e-mail address." } }));
    render(<WaitlistForm />);
    await join("ada@x");
    await waitFor(() => expect(field().getAttribute("aria-invalid")).toBe("true"));
    const described = document.getElementById(field().getAttribute("aria-describedby") ?? "");
    expect(described?.textContent).toBe("Enter a valid e-mail address.");
    expect(document.activeElement).toBe(field());
    expect(screen.queryByText("Error")).toBeNull();
    await userEvent.type(field(), ".example");
    expect(field().hasAttribute("aria-invalid")).toBe(false);
  });

  it.each([
    [{ captcha: "Complete the captcha." }, "Verification required"],
    [{ source: "Use a-z." }, "ErrorFailed to join waitlist. Please try again."],
    [undefined, "ErrorFailed to join waitlist. Please try again."],
  ])("does not leave a refusal of what it does not show unsaid: %o", async (errors, words) => {
    network.mockResolvedValue(refused("invalid", { errors }));
    render(<WaitlistForm />);
    await join();
    await waitFor(() => expect(alert()).toContain(words));
  });

  it("keeps the button disabled until the captcha is ready, looking every 100 ms", () => {
    vi.useFakeTimers();
    captcha.ready = false;
    render(<WaitlistForm />);
    act(() => vi.advanceTimersByTime(readinessPoll));
    expect(button().disabled).toBe(true);
    captcha.ready = true;
    act(() => vi.advanceTimersByTime(readinessPoll - 1));
    expect(button().disabled).toBe(true);
    act(() => vi.advanceTimersByTime(1));
    expect(button().disabled).toBe(false);
    expect(readinessPoll).toBe(100);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("leaves the checks it can to the browser", () => {
    render(<WaitlistForm />);
    expect(field()).toMatchObject({ type: "email", required: true, maxLength: 254 });
  });
});
