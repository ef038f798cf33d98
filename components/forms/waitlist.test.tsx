import { act, cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readinessPoll, Form } from "./Form.tsx";
import { questionIds } from "../../server/contract/questions.ts";
import { type Scenario, scenarios } from "../../server/mocks/scenarios.ts";
import { captcha, resetCaptcha } from "../testkit/captcha.tsx";
import { answering, lostNetwork, refused, useMockedBackend } from "../testkit/mockedBackend.ts";
import { lacking } from "../../tests/support/nearest.ts";
import { waitlist } from "./waitlist.ts";

vi.mock("./captcha/captcha.ts", () => import("../testkit/captcha.tsx"));
afterAll(() => void vi.doUnmock("./captcha/captcha.ts"));

const backend = useMockedBackend();
const sent = () => backend.calls.map(({ body }) => body);
const token: unknown = expect.stringMatching(/^stand-in/u);
const forms = /^POST \/functions\//u;

const field = () => screen.getByLabelText<HTMLInputElement>(/email/i);
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /join/i });
const alert = () => document.querySelector("[data-tone=destructive]")?.textContent;

async function join(email = "mary@example.com") {
  await userEvent.type(field(), email);
  await userEvent.click(button());
}

beforeEach(() => {
  resetCaptcha();
  history.replaceState(null, "", "/");
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
  vi.useRealTimers();
});

it("says what a test has looked for, and the nearest that is there, in the place of the whole form", () => {
  render(<Form definition={waitlist} />);
  const said = (nearest: string) => new RegExp(`^[^\\n]+\\nThe nearest that is there: “${nearest}”$`, "u");
  expect(() => screen.getByRole("button", { name: "Join the List" })).toThrow(said("Join Waitlist"));
  expect(() => screen.getByText("Invite me")).toThrow(/^[^\n]+\n[^\n]+$/u);
  expect(lacking("<h1>Invoices</h1><p>Join our waitlist. Now.</p>", "Join waitlists")).toEqual([
    "“Join waitlists”; the nearest is “Join our waitlist.”",
  ]);
});

describe("the waitlist form", () => {
  it("joins, says so, and moves the focus to the success view", async () => {
    render(<Form definition={waitlist} />);
    await join();
    const heading = await screen.findByRole("heading", { name: "Thanks for joining our waitlist!" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(heading.nextSibling?.textContent).toBe("One step left: confirm");
    expect(screen.getByText(/^We emailed/u).textContent).toBe(
      "We emailed mary@example.com a link: open it. Not there? Look in spam.",
    );
    expect(document.querySelector("[data-tone=success]")?.textContent).toContain(
      "Welcome to our waitlist!Check your email for a confirmation message.",
    );
    // One question is shown; what else one can do comes after the last.
    await screen.findByRole("group", { name: /^Question 1/u });
    expect(screen.queryByRole("link")).toBeNull();
    for (const _ of questionIds) await userEvent.click(await screen.findByRole("button", { name: "Skip" }));
    expect(screen.getByRole("link", { name: "Apply for Beta Access" }).getAttribute("href")).toBe("#beta");
    expect(screen.getByRole("button", { name: "Share with a friend" })).toBeTruthy();
    expect(sent()).toEqual([{ email: "mary@example.com", captcha: token }]);
  });

  it("leads back to the form with an address that was mistyped", async () => {
    render(<Form definition={waitlist} />);
    await join("mary@exmaple.com");
    await userEvent.click(await screen.findByRole("button", { name: "Change it" }));
    expect(field().value).toBe("mary@exmaple.com");
    expect(document.activeElement).toBe(field());
    await userEvent.clear(field());
    await join();
    await screen.findByRole("heading");
    expect(sent().map((body) => Object(body).email)).toEqual(["mary@exmaple.com", "mary@example.com"]);
  });

  it("asks for the tick and for what was probably meant, if the button was pressed right after a mistyped address", async () => {
    captcha.state = "unsolved";
    render(<Form definition={waitlist} />);
    await join("mary@gmial.con");
    expect(await screen.findByRole("button", { name: "A typo? Use mary@gmail.com instead" })).toBeTruthy();
    expect(alert()).toContain("Verification required");
  });

  it("names the campaign that brought the visitor", async () => {
    history.replaceState(null, "", "/?utm_source=Newsletter%20May");
    render(<Form definition={waitlist} />);
    await join();
    await screen.findByRole("heading");
    expect(sent()).toEqual([{ email: "mary@example.com", source: "newsletter-may", captcha: token }]);
  });

  it("names who sent the visitor, and then forgets it", async () => {
    history.replaceState(null, "", "/?ref=Blog&via=0123ABCD#waitlist");
    render(<Form definition={waitlist} />);
    await join();
    await screen.findByRole("heading");
    expect(sent()).toEqual([{ email: "mary@example.com", source: "blog", via: "0123ABCD", captcha: token }]);
    expect(location.search + location.hash).toBe("?ref=Blog#waitlist");
  });

  it("sends once however often it is told to, and stays focusable meanwhile", async () => {
    const release = backend.hold(forms);
    render(<Form definition={waitlist} />);
    await userEvent.type(field(), "mary@example.com");
    await userEvent.dblClick(button());
    await userEvent.type(field(), "{Enter}{Enter}");
    expect(button().textContent).toBe("Joining...");
    expect(button().disabled).toBe(false);
    expect(button().getAttribute("aria-disabled")).toBe("true");
    release();
    await screen.findByRole("heading");
    expect(sent()).toHaveLength(1);
  });

  it("asks for the captcha and sends nothing without it", async () => {
    captcha.state = "unsolved";
    render(<Form definition={waitlist} />);
    await join();
    expect(alert()).toContain("Verification requiredPlease complete the reCAPTCHA verification.");
    expect(screen.getByText("Tick this box, then send the form again.")).toBeTruthy();
    expect(sent()).toEqual([]);
    expect(field().value).toBe("mary@example.com");
  });

  it.each([
    ["captcha-expired", "Verification requiredPlease complete the reCAPTCHA verification."],
    ["already-subscribed", "Already subscribedThis email is already on our waitlist!"],
    ["insert-error", "ErrorFailed to join waitlist. Please try again."],
    ["rate-limited", "ErrorFailed to join waitlist. Please try again."],
    ["not-our-answer", "ErrorSomething went wrong. Please try again."],
    ["captcha-refused", "Verification requiredPlease complete the reCAPTCHA verification."],
    ["captcha-unavailable", "ErrorFailed to join waitlist. Please try again."],
    ["mail-returned", "ErrorFailed to join waitlist. Please try again."],
  ] as const)("in the state %s says why, keeps what was typed and resets the captcha", async (name, words) => {
    const scenario: Scenario = scenarios[name];
    backend.faults.push(...(scenario.faults ?? []));
    captcha.state = name === "captcha-expired" ? "expired" : "solved";
    render(<Form definition={waitlist} />);
    await join();
    await waitFor(() => expect(alert()).toContain(words));
    expect(field().value).toBe("mary@example.com");
    expect(button().textContent).toBe("Join Waitlist");
    expect(captcha.reset).toHaveBeenCalledTimes(1);
  });

  it("keeps why it failed above the button, in its own words for a listed address, until the next input", async () => {
    backend.faults.push(answering(forms, () => refused("already_subscribed")));
    render(<Form definition={waitlist} />);
    await join();
    const line = (await screen.findByText(/^Already on the list\. Not confirmed\? Open the link we emailed\.$/u))
      .parentElement;
    expect(line?.nextElementSibling).toBe(button());
    expect(line?.className).not.toContain("danger");
    await userEvent.type(field(), "x");
    expect(line?.isConnected).toBe(false);
  });

  it("sends a listed address its mail again, in a line and without another toast", async () => {
    backend.faults.push(answering(forms, () => refused("already_subscribed")));
    render(<Form definition={waitlist} />);
    await join();
    await userEvent.click(await screen.findByRole("button", { name: "Send it again" }));
    const line = await screen.findByText(/^Sent, unless you confirmed/u);
    await waitFor(() => expect(document.activeElement).toBe(line));
    expect([alert(), button().textContent, sent()]).toEqual([
      "",
      "Join Waitlist",
      [
        { email: "mary@example.com", captcha: token },
        { email: "mary@example.com", captcha: token },
      ],
    ]);
  });

  it("says calmly that it is offline, and sends only at another press", async () => {
    const online = vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);
    backend.faults.push(lostNetwork);
    render(<Form definition={waitlist} />);
    await join();
    const line = await screen.findByText("You are offline. Nothing was sent; what you typed is kept.");
    expect(alert()).toContain("ErrorSomething went wrong. Please try again.");
    expect([line.className.includes("danger"), field().value]).toEqual([false, "mary@example.com"]);
    const tries = sent().length;
    online.mockRestore();
    backend.faults.pop();
    act(() => void dispatchEvent(new Event("online")));
    await screen.findByText("Back online. Nothing was sent yet.");
    expect([sent().length, button().textContent]).toEqual([tries, "Join Waitlist"]);
    await userEvent.click(button());
    await screen.findByRole("heading");
  });

  it.each([
    ["rate-limited", "Too many attempts. Please wait 2 minutes and try again."],
    ["mail-returned", "Our email to this address came back. Please check it, or use another one."],
  ] as const)("in the state %s reads out above the button what the toast does not say", async (name, words) => {
    backend.faults.push(...(scenarios[name].faults ?? []));
    render(<Form definition={waitlist} />);
    await join();
    const line = await screen.findByText(words);
    expect([line.nextElementSibling, line.role]).toEqual([button(), "alert"]);
  });

  it("marks the captcha, too, where a first submit is empty", async () => {
    captcha.state = "unsolved";
    render(<Form definition={waitlist} />);
    await userEvent.click(button());
    await screen.findByText("Tick this box, then send the form again.");
    expect(alert()).toBeFalsy();
  });

  it("outlives a lost network: the second try joins and takes the failure back", async () => {
    backend.faults.push(lostNetwork);
    render(<Form definition={waitlist} />);
    await join();
    await waitFor(() => expect(alert()).toContain("ErrorSomething went wrong. Please try again."));
    backend.faults.pop();
    await userEvent.click(button());
    expect(await screen.findByRole("heading")).toBeTruthy();
    expect(alert()).toBe("");
  });

  it("says that nothing was sent where the captcha cannot be completed, and does not ask for it", async () => {
    captcha.state = "failed";
    render(<Form definition={waitlist} />);
    await join();
    await screen.findByText(/^We can’t reach our server, so nothing was sent\./u);
    expect(alert()).toContain("ErrorSomething went wrong. Please try again.");
    expect(alert()).not.toContain("Verification required");
    expect(screen.queryByText("Tick this box, then send the form again.")).toBeNull();
    expect([field().value, button().textContent, sent()]).toEqual(["mary@example.com", "Join Waitlist", []]);
  });

  it.each([
    [{ captcha: "Complete the captcha." }, "Verification required"],
    [{ source: "Use a-z." }, "ErrorFailed to join waitlist. Please try again."],
    [undefined, "ErrorFailed to join waitlist. Please try again."],
  ])("does not leave a refusal of what it does not show unsaid: %o", async (errors, words) => {
    backend.faults.push(answering(forms, () => refused("invalid", { errors })));
    render(<Form definition={waitlist} />);
    await join();
    await waitFor(() => expect(alert()).toContain(words));
  });

  it("keeps the button disabled until the captcha is ready, looking every 100 ms", () => {
    vi.useFakeTimers();
    captcha.ready = false;
    render(<Form definition={waitlist} />);
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

  it("sends an address as the backend tidies it where the browser would refuse it", async () => {
    render(<Form definition={waitlist} />);
    await join("ada@ex\u00e4mple.com\u202c");
    await screen.findByRole("heading");
    expect(sent()).toEqual([{ email: "ada@xn--exmple-cua.com", captcha: token }]);
  });
});
