import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mockToken } from "../../server/mocks/captcha.ts";
import { answering, lostNetwork, refused, useMockedBackend } from "../testkit/mockedBackend.ts";
import { AfterJoining } from "./AfterJoining.tsx";
import { type Person, postForm } from "./send.ts";

/** Questions of each kind: these tests know none of those that are asked today. */
const questions = vi.hoisted(
  () =>
    ({
      invoicing: { kind: "one", choices: ["documents", "app", "accountant"] },
      time: { kind: "one", choices: ["taxes"] },
      invoices: { kind: "one", choices: ["0-5", "21+"] },
      tools: { kind: "several", choices: ["app", "paper", "none"] },
      why: { kind: "text" },
    }) as const,
);
type Id = keyof typeof questions;
vi.mock("../../server/contract/questions.ts", async (actual) => ({
  ...(await actual<object>()),
  questions,
  questionIds: Object.keys(questions),
  questionOf: (id: Id) => questions[id],
}));
vi.mock("../copy/questions.ts", () => ({
  questionWords: {
    invoicing: {
      ask: "How do you send invoices today?",
      choices: { documents: "Word or spreadsheets", app: "An invoicing app", accountant: "My accountant does it" },
    },
    time: { ask: "What costs you the most time?", choices: { taxes: "Taxes" } },
    invoices: { ask: "How many invoices do you send a month?", choices: { "0-5": "Up to 5", "21+": "21 or more" } },
    tools: { ask: "What do you use?", choices: { app: "An app", paper: "Paper", none: "Nothing" } },
    why: { ask: "What would help?", choices: {} },
  },
}));
afterAll(() => {
  vi.doUnmock("../../server/contract/questions.ts");
  vi.doUnmock("../copy/questions.ts");
});

const backend = useMockedBackend();
const email = "mary@example.com";
const row = () => backend.state.waitlist.find((other) => other.email === email);
const question = (name: RegExp) => screen.findByRole("group", { name });
const choice = (name: string) => screen.getByRole<HTMLInputElement>("radio", { name });
const press = (name: string) => userEvent.click(screen.getByRole("button", { name }));

/** Joins, and shows what one can go on with then, with some questions yet to be asked. */
async function showAfterJoining(...asked: Id[]): Promise<void> {
  const person = await joinAs(...asked);
  render(<AfterJoining person={person} />);
}

/** Joins, with some questions yet to be asked. */
async function joinAs(...asked: Id[]): Promise<Person> {
  const answer = await postForm("/waitlist", "joined", { email, captcha: mockToken("solved") });
  if (answer.kind !== "accepted" || !answer.person) throw new Error("Nobody joined.");
  const answered = Object.keys(questions).filter((id) => !asked.some((other) => other === id));
  return { ...answer.person, answered };
}

afterEach(() => {
  cleanup();
  localStorage.clear();
  vi.restoreAllMocks();
});

describe("the questions after joining", () => {
  it("come one at a time, are saved by one tap each, can be skipped, and end with thanks", async () => {
    await showAfterJoining("invoicing", "time", "invoices");
    expect(
      within(await question(/^Question 1 of 3 How do you send invoices today\?$/u)).getAllByRole("radio"),
    ).toHaveLength(3);
    await userEvent.click(screen.getByText("An invoicing app"));
    await question(/^Question 2 of 3/u);
    await waitFor(() =>
      expect(document.activeElement?.textContent).toBe("Question 2 of 3 What costs you the most time?"),
    );
    expect(row()?.answers).toEqual({ invoicing: "app" });
    expect(screen.queryByRole("button", { name: /Share/u })).toBeNull();
    await press("Skip");
    await question(/^Question 3 of 3/u);
    await userEvent.click(choice("21 or more"));
    const thanks = await screen.findByText("Thank you. That’s all we ask.");
    await waitFor(() => expect(document.activeElement).toBe(thanks));
    expect(row()?.answers).toEqual({ invoicing: "app", invoices: "21+" });
    expect(screen.queryByRole("radio")).toBeNull();
  });

  it("are not asked again of who went through them in this browser and then confirms", async () => {
    const person = await joinAs("invoicing");
    render(<AfterJoining person={person} />);
    await question(/^Question 1/u);
    cleanup();
    const confirmed = <AfterJoining person={person} place="You are among the first." />;
    render(confirmed);
    await question(/^Question 1/u);
    cleanup();
    render(<AfterJoining person={person} />);
    await question(/^Question 1/u);
    await press("Skip");
    await screen.findByText("Thank you. That’s all we ask.");
    cleanup();
    render(confirmed);
    expect(screen.getByText("You are among the first.")).toBeTruthy();
    expect(screen.queryByRole("group")).toBeNull();
  });

  it("let the arrow keys move among the choices, and are saved by Enter or a button", async () => {
    await showAfterJoining("invoicing", "invoices");
    choice("Word or spreadsheets").focus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(choice("My accountant does it").checked).toBe(true);
    expect(row()?.answers).toEqual({});
    await press("Save");
    await question(/^Question 2 of 2 How many invoices/u);
    choice("Up to 5").focus();
    await userEvent.keyboard("{Enter}");
    await screen.findByText("Thank you. That’s all we ask.");
    expect(row()?.answers).toEqual({ invoicing: "accountant", invoices: "0-5" });
  });

  it("keep a choice that could not be saved, say so, and try again", async () => {
    await showAfterJoining("invoices");
    backend.faults.push(lostNetwork);
    await userEvent.click(choice("Up to 5"));
    expect(await screen.findByText(/^That wasn’t saved/u)).toBeTruthy();
    expect(choice("Up to 5").checked).toBe(true);
    backend.faults.length = 0;
    await press("Try again");
    await screen.findByText("Saved");
    await screen.findByText("Thank you. That’s all we ask.");
    expect(row()?.answers).toEqual({ invoices: "0-5" });
  });

  it.each([
    ["rate_limited", "Too many attempts. Please wait 2 minutes and try again."],
    ["unexpected", "Something went wrong. Please try again."],
    ["store_unavailable", "Something went wrong. Please try again."],
  ] as const)("say in the forms' words that the backend has not saved one: %s", async (code, why) => {
    await showAfterJoining("invoices");
    const refusal = refused(code);
    refusal.headers.set("retry-after", "120");
    backend.faults.push(answering(/answers/u, () => refusal));
    await userEvent.click(choice("Up to 5"));
    expect(await screen.findByText(why)).toBeTruthy();
    expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
  });

  it("are answered by several choices or a text, too, which a button or Enter saves, but not while there is none", async () => {
    await showAfterJoining("tools", "why");
    await press("Save");
    await userEvent.click(screen.getByRole("checkbox", { name: "Paper" }));
    await userEvent.click(screen.getByRole("checkbox", { name: "An app" }));
    await press("Save");
    const text = await screen.findByRole("textbox", { name: "Question 2 of 2 What would help?" });
    await userEvent.type(text, " Fewer forms {Enter}");
    await screen.findByText("Thank you. That’s all we ask.");
    expect(row()?.answers).toEqual({ tools: ["app", "paper"], why: "Fewer forms" });
    expect(backend.calls.filter(({ name }) => name.endsWith("/answers"))).toHaveLength(2);
  });

  it("end, and do not ask for the rest, once nothing can be saved any more", async () => {
    await showAfterJoining("invoicing", "time");
    backend.faults.push(answering(/answers/u, () => refused("token_spent_or_unknown")));
    await userEvent.click(screen.getByText("An invoicing app"));
    const end = await screen.findByText(/^We can’t save answers here any more/u);
    await waitFor(() => expect(document.activeElement).toBe(end));
    expect(screen.queryByRole("group")).toBeNull();
    expect(screen.queryByRole("button", { name: /Try again|Skip/u })).toBeNull();
  });

  it("are not there where all are answered", async () => {
    await showAfterJoining();
    expect(screen.queryByRole("group")).toBeNull();
    expect(screen.queryByText(/^Thank you/u)).toBeNull();
  });
});

describe("the link for friends", () => {
  const link = () => `${location.origin}/?via=${row()?.share_code}`;
  const user = userEvent.setup({ writeToClipboard: true });
  const share = vi.fn<(data: ShareData) => Promise<void>>();

  beforeEach(() => share.mockReset());
  afterEach(() => Reflect.deleteProperty(navigator, "share"));

  it("is given to the device, or copied where that fails, but not where it was called off", async () => {
    Object.defineProperty(navigator, "share", { configurable: true, value: share });
    await showAfterJoining();
    await user.click(screen.getByRole("button", { name: "Share with a friend" }));
    expect(share).toHaveBeenCalledWith(expect.objectContaining({ url: link() }));
    share.mockRejectedValueOnce(new DOMException("", "AbortError"));
    await user.click(screen.getByRole("button", { name: "Share with a friend" }));
    await waitFor(() => expect(share).toHaveBeenCalledTimes(2));
    expect(screen.queryByText("Copied")).toBeNull();
    share.mockRejectedValueOnce(new DOMException("", "NotAllowedError"));
    await user.click(screen.getByRole("button", { name: "Share with a friend" }));
    await screen.findByText("Copied");
    expect(await navigator.clipboard.readText()).toBe(link());
  });

  it("is selected where it cannot be copied either", async () => {
    await showAfterJoining();
    vi.spyOn(navigator.clipboard, "writeText").mockRejectedValue(new DOMException("", "NotAllowedError"));
    await user.click(screen.getByRole("button", { name: "Share with a friend" }));
    await screen.findByText("Select this link and copy it:");
    expect(String(getSelection())).toBe(link());
  });
});
