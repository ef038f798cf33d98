import { cleanup, fireEvent, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { betaFields } from "../../server/contract/beta.ts";
import { scenarios } from "../../server/mocks/scenarios.ts";
import { captcha, resetCaptcha } from "../testkit/captcha.tsx";
import { answering, lostNetwork, refused, useMockedBackend } from "../testkit/mockedBackend.ts";
import { Form } from "./Form.tsx";
import { beta } from "./beta.ts";
import { betaWords } from "../copy/beta.ts";

vi.mock("./captcha/captcha.ts", () => import("../testkit/captcha.tsx"));
afterAll(() => void vi.doUnmock("./captcha/captcha.ts"));

const backend = useMockedBackend();
const sent = () => backend.calls.map(({ body }) => body);
const control = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const labels = { name: /^name/i, email: /^email/i, company: /^company/i, role: /^role/i, reason: /^why/i };
const submit = () => userEvent.click(screen.getByRole("button", { name: "Submit Application" }));
const uuid: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/u);
const ada = { name: "Ada", email: "ada@example.com", company: "", role: "other", reason: "Many currencies." };

async function fillIn() {
  await userEvent.type(control(labels.name), ada.name);
  await userEvent.type(control(labels.email), ada.email);
  await userEvent.selectOptions(control(labels.role), betaWords.roles.other);
  await userEvent.type(control(labels.reason), ada.reason);
}

function sentIds(): unknown[] {
  return sent().map((body) => Object(body).submissionId);
}

beforeEach(() => {
  resetCaptcha();
  render(<Form definition={beta} />);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

describe("the beta form", () => {
  it("asks for what the backend stores, and for nothing that it would drop", () => {
    expect(beta.fields.map(({ name }) => name)).toEqual(Object.keys(betaFields.entries));
  });

  it("applies, says so, and promises a reply within 48 hours", async () => {
    await fillIn();
    await submit();
    const heading = await screen.findByRole("heading", { name: "Application Submitted!" });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    expect(screen.getByText("We reply within 48 hours")).toBeTruthy();
    expect(screen.getByText(/^By email to/u).textContent).toContain(`to ${ada.email}`);
    expect(screen.getByRole("status").textContent).toContain(
      "Application submitted!We'll review your application and get back to you soon.",
    );
    expect(sent()).toMatchObject([{ ...ada, captcha: expect.stringMatching(/^stand-in/u), submissionId: uuid }]);
  });

  it("retries under the same id, keeping every field, and takes another id once something changed", async () => {
    backend.faults.push(lostNetwork);
    await fillIn();
    await submit();
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Something went wrong."));
    expect(control(labels.reason).value).toBe(ada.reason);
    expect(control(labels.role).value).toBe(ada.role);
    backend.faults.splice(0, 1, ...(scenarios["insert-error-beta"].faults ?? []));
    await submit();
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toContain("ErrorFailed to submit application. Please try again."),
    );
    await userEvent.type(control(labels.company), "Analytical Engines");
    await submit();
    await waitFor(() => expect(captcha.reset).toHaveBeenCalledTimes(3));
    const [first, second, third] = sentIds();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
  });

  it("shows each refused field its message and goes to the first", async () => {
    backend.faults.push(
      answering(/^POST \/functions\//u, () =>
        refused("invalid", { errors: { reason: "Enter your reason.", name: "Enter your name." } }),
      ),
    );
    await fillIn();
    await submit();
    await waitFor(() => expect(document.activeElement).toBe(control(labels.name)));
    expect(screen.getByText("Enter your name.").id).toBe(control(labels.name).getAttribute("aria-describedby"));
    expect(control(labels.reason).getAttribute("aria-describedby")).toBe(
      `beta-reason-hint ${screen.getByText("Enter your reason.").id}`,
    );
    expect(control(labels.email).getAttribute("aria-invalid")).toBe("false");
  });

  it("marks what is required and offers the roles of the contract", () => {
    const required = Object.values(labels).filter((label) => control(label).required);
    expect(required).toEqual([labels.name, labels.email, labels.role, labels.reason]);
    expect(screen.getAllByText("*", { exact: false, selector: "label span" })).toHaveLength(4);
    expect(screen.getByText("required").parentElement?.textContent).toBe("* required");
    expect(control(labels.company).labels?.item(0).textContent).toBe("Company (optional)");
    expect(document.getElementById(control(labels.reason).getAttribute("aria-describedby") ?? "")?.textContent).toBe(
      "Two or three sentences are enough.",
    );
    expect(control(labels.reason).getAttribute("rows")).toBe("4");
    const options = screen.getAllByRole<HTMLOptionElement>("option").map(({ value }) => value);
    expect(options).toEqual(["", "freelancer", "small-business-owner", "consultant", "agency-owner", "other"]);
  });

  it("cuts nothing: it counts from 80 % on, and says how much does not fit", async () => {
    const reason = control(labels.reason);
    const used = () => document.getElementById("beta-reason-used");
    const paste = async (text: string) => {
      await userEvent.clear(reason);
      await userEvent.click(reason);
      await userEvent.paste(text);
    };
    await paste("a".repeat(1_599));
    expect(used()?.textContent).toBe("");
    await userEvent.paste("\u{1F4B6}");
    expect(used()?.textContent).toBe("1,600 of 2,000 characters");
    expect([
      used()?.getAttribute("aria-live"),
      reason.validity.customError,
      reason.getAttribute("aria-invalid"),
    ]).toEqual(["off", false, "false"]);
    await paste(`${"\u{1F4B6}".repeat(3_000)}  \u202c`);
    expect(used()?.textContent).toBe("1,000 characters too many, at most 2,000 fit");
    expect(used()?.getAttribute("aria-live")).toBe("polite");
    expect(reason.getAttribute("aria-describedby")).toBe(`beta-reason-hint ${used()?.id}`);
    expect([reason.validity.customError, reason.getAttribute("aria-invalid")]).toEqual([true, "true"]);
    await paste("a".repeat(2_000));
    expect(used()?.textContent).toBe("2,000 of 2,000 characters");
    expect(reason.validity.valid).toBe(true);
  });

  it("holds its fields while it is sent, so that no correction is lost", async () => {
    backend.faults.push(lostNetwork);
    const release = backend.hold(/^POST/u);
    await fillIn();
    await submit();
    const { role, ...typed } = labels;
    for (const label of Object.values(typed)) expect(control(label).readOnly).toBe(true);
    expect(control(role).getAttribute("aria-disabled")).toBe("true");
    await userEvent.type(control(labels.name), "x");
    expect(control(labels.name).value).toBe(ada.name);
    control(role).focus();
    expect(fireEvent.keyDown(control(role), { key: "o" })).toBe(false);
    expect(fireEvent.mouseDown(control(role))).toBe(false);
    expect(fireEvent.keyDown(control(role), { key: "Tab" })).toBe(true);
    release();
    await waitFor(() => expect(control(labels.name).readOnly).toBe(false));
    expect(control(role).hasAttribute("aria-disabled")).toBe(false);
    expect(fireEvent.keyDown(control(role), { key: "o" })).toBe(true);
  });
});
