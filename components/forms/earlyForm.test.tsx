import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { standInToken } from "../../server/mocks/captcha.ts";
import { liveMark, sentMark } from "../hydration/marks.ts";
import { answering, lostNetwork, refused, useMockedBackend } from "../testkit/mockedBackend.ts";
import { beta } from "./beta/beta.ts";
import { solve } from "./captcha/altcha/solve.ts";
import { verificationOf } from "./captcha/altcha/verification.ts";
import { hydrate } from "./hydrateForm.tsx";
import type { FormDefinition } from "./submission/definition.ts";
import { Form } from "./submission/Form.tsx";
import { waitlist } from "./waitlist/waitlist.ts";
import { answerEarly, beginWork } from "./earlyForm.ts";

vi.mock("./captcha/altcha/solve.ts", () => ({ solve: vi.fn(), startWorker: () => undefined }));

const backend = useMockedBackend();
const parameters = { algorithm: "PBKDF2/SHA-256", nonce: "00", salt: "00", cost: 1, keyLength: 32, keyPrefix: "00" };
const challenge = answering(/^GET .*\/captcha/u, () => Response.json({ parameters, signature: "00" }));
const posted = () => backend.calls.filter(({ name }) => name.startsWith("POST"));
const box = () => screen.getByRole<HTMLInputElement>("checkbox");
const button = () => screen.getByRole<HTMLButtonElement>("button", { name: /Join|Submit/u });
const email = () => screen.getByLabelText<HTMLInputElement>(/email/i);
const done = (title: string) => screen.findByRole("heading", { name: title });
const thanks = "Thanks for joining our waitlist!";

let island = document.createElement("div");

/** Puts the pre-rendered form on the page. */
function prerender(definition: FormDefinition): void {
  island = document.createElement("div");
  island.dataset["island"] = definition.name;
  island.innerHTML = renderToString(<Form definition={definition} />);
  document.body.replaceChildren(island);
}

async function sendBetaEarly(code?: Promise<unknown>): Promise<void> {
  prerender(beta);
  await early(code);
  await userEvent.type(screen.getByLabelText(/^name/i), "Ada Lovelace");
  await userEvent.type(email(), "ada@example.com");
  await userEvent.selectOptions(screen.getByLabelText(/^role/i), "consultant");
  await userEvent.type(screen.getByLabelText(/^why/i), "My invoices are late.");
  await userEvent.click(box());
  await userEvent.click(button());
}

/** Has the form answer without React, in a task of its own; `code` is what React needs. */
async function early(code: Promise<unknown> = onItsWay): Promise<void> {
  answerEarly(island, code);
  await new Promise((resolve) => setTimeout(resolve));
}
const onItsWay = new Promise<never>(() => {});
const notToBeHad = () => {
  const code = Promise.reject(new TypeError("Failed to fetch dynamically imported module"));
  // Who asks for it says so.
  code.catch(() => undefined);
  return code;
};
const react = () => act(async () => hydrate(island));

async function sendEarly(code?: Promise<unknown>): Promise<void> {
  await early(code);
  await userEvent.type(email(), "mary@example.com");
  await userEvent.click(box());
  await userEvent.click(button());
}

beforeEach(() => {
  backend.faults.push(challenge);
  vi.mocked(solve).mockImplementation(async () => standInToken("solved"));
  // Of attributes that the early form has set, which React leaves alone.
  vi.spyOn(console, "error").mockReturnValue();
  prerender(waitlist);
});
afterEach(() => {
  for (const { name } of [waitlist, beta]) verificationOf(`${name}-captcha`).reset();
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

describe("a form before React", () => {
  it("can be sent as soon as its code is there", async () => {
    expect(button().disabled).toBe(true);
    await early();
    expect(button().disabled).toBe(false);
    expect(document.forms[0]?.hasAttribute(liveMark)).toBe(true);
  });

  it.each([false, true])("takes the challenge of the first touch, also where that ticks it: %s", async (ticks) => {
    await early();
    if (ticks) box().click();
    beginWork(island, Promise.resolve(Response.json({ parameters, signature: "00" })));
    if (!ticks) box().click();
    await screen.findByText("Verified");
    expect(backend.calls).toEqual([]);
  });

  it("answers the tick, and takes it back", async () => {
    await early();
    await userEvent.click(box());
    await screen.findByText("Verified");
    await userEvent.click(box());
    expect(screen.queryByText("Verified")).toBeNull();
  });

  it("is sent once, and says that it is on its way, as React says it", async () => {
    const release = backend.hold(/^POST/u);
    await early();
    await userEvent.type(email(), " Mary@Example.com ");
    await userEvent.click(box());
    await userEvent.click(button());
    expect(button().textContent).toBe("Joining...");
    button().click();
    await waitFor(() => expect(posted()).toHaveLength(1));
    const [before, form] = [island.innerHTML, document.forms[0]];
    await react();
    expect(document.forms[0]).toBe(form);
    expect(island.innerHTML).toBe(before.replace(`${liveMark}=""`, `${liveMark}="react"`));
    release();
    await done(thanks);
    expect(posted()).toHaveLength(1);
    expect(backend.state.waitlist.map((row) => row.email)).toContain("mary@example.com");
    expect(document.body.textContent).toContain("Check your email for a confirmation message.");
  });

  it("keeps what is sent as it is, the choice included, until React has come", async () => {
    await sendBetaEarly();
    const role = screen.getByLabelText<HTMLSelectElement>(/^role/i);
    const reaches = (type: string, init?: KeyboardEventInit) =>
      role.dispatchEvent(
        new (type === "keydown" ? KeyboardEvent : MouseEvent)(type, { bubbles: true, cancelable: true, ...init }),
      );
    expect([reaches("keydown", { key: "ArrowDown" }), reaches("mousedown")]).toEqual([false, false]);
    expect(reaches("keydown", { key: "Tab" })).toBe(true);
    await react();
    await done("Application Submitted!");
  });

  it("shows what became of it though React comes after the answer", async () => {
    await sendEarly();
    await waitFor(() => expect(posted()).toHaveLength(1));
    await react();
    expect(await done(thanks)).toBe(document.activeElement);
  });

  it("is one application though its answer was lost and React sends it again", async () => {
    backend.faults.unshift({ ...lostNetwork, on: /^POST/u });
    await sendBetaEarly();
    const before = island.innerHTML;
    expect(before.match(/readonly/gu)).toHaveLength(4);
    await react();
    await screen.findByText("Something went wrong. Please try again.");
    expect(island.innerHTML).not.toContain("readonly");
    backend.faults.shift();
    await userEvent.click(button());
    await done("Application Submitted!");
    const [first, second] = posted().map(({ body }) => body);
    expect(second).toMatchObject({ submissionId: Object(first).submissionId });
  });

  it("waits for React to ask for a tick that is missing", async () => {
    await early();
    await userEvent.type(email(), "mary@example.com");
    await userEvent.click(button());
    expect(island.hasAttribute(sentMark)).toBe(true);
    await react();
    await screen.findByText("Please complete the reCAPTCHA verification.");
    expect(document.activeElement).toBe(box());
    expect(posted()).toEqual([]);
  });

  it("waits for React to say what a field is missing", async () => {
    await early();
    await userEvent.click(box());
    await userEvent.click(button());
    await react();
    await screen.findByText("Enter an e-mail address.");
    expect(document.activeElement).toBe(email());
    expect(posted()).toEqual([]);
  });

  it("is sent at once where it was sent before, and ticked", async () => {
    await userEvent.type(email(), "mary@example.com");
    await userEvent.click(box());
    island.setAttribute(sentMark, "");
    await early();
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(button().textContent).toBe("Joining...");
  });

  it("has React ask anew where the verification failed", async () => {
    vi.mocked(solve).mockRejectedValue(new Error("No memory"));
    await sendEarly();
    await react();
    await screen.findByText("Please complete the reCAPTCHA verification.");
    expect(button().textContent).toBe("Join Waitlist");
    expect(posted()).toEqual([]);
  });

  it("can be ticked and sent again where the verification failed", async () => {
    vi.mocked(solve).mockRejectedValueOnce(new Error("No memory"));
    await sendEarly();
    await waitFor(() => expect(button().textContent).toBe("Join Waitlist"));
    expect(island.hasAttribute(sentMark)).toBe(true);
    expect([email().readOnly, button().hasAttribute("aria-disabled")]).toEqual([false, false]);
    expect(island.querySelector(".pointer-events-none")).toBeNull();
    await userEvent.click(box());
    await userEvent.click(button());
    await waitFor(() => expect(posted()).toHaveLength(1));
    await react();
    await done(thanks);
    expect(posted()).toHaveLength(1);
  });

  it("is React's alone once React has come", async () => {
    await early();
    await react();
    await early();
    await userEvent.type(email(), "mary@example.com");
    await userEvent.click(box());
    await screen.findByText("Verified");
    await userEvent.click(button());
    await done(thanks);
    expect(posted()).toHaveLength(1);
  });
});

describe("a form whose React cannot be fetched", () => {
  const thanked = `${thanks} Check your email for a confirmation message.`;

  it("says that it was stored, and nothing else, with the focus there, until React comes in the end", async () => {
    // As hydrateWhenNear.ts says it.
    island.after(Object.assign(document.createElement("p"), { role: "status", textContent: "Still loading." }));
    await early(notToBeHad());
    await userEvent.click(button());
    await screen.findByText("Enter an e-mail address.");
    const field = email();
    await sendEarly(notToBeHad());
    const said = await screen.findByText(thanked);
    expect([said.role, field.value]).toEqual(["status", ""]);
    expect(document.activeElement).toBe(said);
    expect(screen.queryByText("Still loading.")).toBeNull();
    expect(document.forms).toHaveLength(0);
    // As it says that React has failed after more than ten seconds.
    island.after(Object.assign(document.createElement("p"), { role: "alert", textContent: "Could not load." }));
    expect(screen.queryByText("Could not load.")).toBeNull();
    await react();
    await done(thanks);
    expect(island.textContent).toContain("mary@example.com");
    expect(screen.queryByText(thanked)).toBeNull();
    expect(posted()).toHaveLength(1);
  });

  it("says so also where it fails after the answer", async () => {
    let fail = () => {};
    await sendEarly(new Promise((_, reject) => (fail = () => reject(new TypeError("Failed to fetch")))));
    await waitFor(() => expect(posted()).toHaveLength(1));
    expect(screen.queryByText(thanked)).toBeNull();
    fail();
    await screen.findByText(thanked);
  });

  it("waits for one that was asked for again", async () => {
    await early(notToBeHad());
    await sendEarly(onItsWay);
    await waitFor(() => expect(posted()).toHaveLength(1));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(screen.queryByText(thanked)).toBeNull();
    await react();
    await done(thanks);
  });

  it("is given back where the answer was lost, and is one application when it is sent again", async () => {
    backend.faults.unshift({ ...lostNetwork, on: /^POST/u });
    await sendBetaEarly(notToBeHad());
    expect((await screen.findByText("Something went wrong. Please try again.")).role).toBe("alert");
    expect(button().textContent).toBe("Submit Application");
    expect([box().checked, island.innerHTML.includes("readonly")]).toEqual([true, false]);
    await userEvent.click(button());
    await waitFor(() => expect(posted()).toHaveLength(2));
    await screen.findByText("Something went wrong. Please try again.");
    backend.faults.shift();
    await react();
    await userEvent.click(button());
    await done("Application Submitted!");
    const bodies = posted().map(({ body }) => Object(body));
    expect(new Set(bodies.map(({ submissionId }) => submissionId)).size).toBe(1);
    // The earlier ones may have been used.
    expect(new Set(bodies.map(({ captcha }) => captcha)).size).toBe(3);
  });

  it("is another application when it is sent once more, though it says the same", async () => {
    for (const nth of [1, 2]) {
      await sendBetaEarly(notToBeHad());
      await screen.findByText(/^Application Submitted!/u);
      verificationOf("beta-captcha").reset();
      expect(new Set(posted().map(({ body }) => Object(body).submissionId)).size).toBe(nth);
    }
  });

  it("says what was refused", async () => {
    backend.faults.push(
      answering(/^POST/u, () => refused("invalid", { errors: { email: "Enter a valid e-mail address." } })),
    );
    await sendEarly(notToBeHad());
    await screen.findByText("Enter a valid e-mail address.");
    expect(button().hasAttribute("aria-disabled")).toBe(false);
  });

  it("says that a tick or a field is missing, where it is, unless the captcha has said that it failed", async () => {
    await early(notToBeHad());
    await userEvent.click(button());
    expect((await screen.findByRole("alert")).textContent).toBe("Enter an e-mail address.");
    expect(document.activeElement).toBe(email());
    await userEvent.type(email(), "mary@example.com");
    await userEvent.click(button());
    await screen.findByText("Tick this box, then send the form again.");
    expect(document.activeElement).toBe(box());
    expect(screen.getAllByRole("alert")).toHaveLength(1);
    vi.mocked(solve).mockRejectedValueOnce(new Error("No memory"));
    await userEvent.click(box());
    await screen.findByText(/^The verification failed/u);
    await userEvent.click(button());
    await waitFor(() => expect(document.activeElement).toBe(box()));
    expect(screen.queryByRole("alert")).toBeNull();
    await react();
    await screen.findByText("Please complete the reCAPTCHA verification.");
  });
});
