import { cleanup, render, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { scenarios } from "../../../server/mocks/scenarios.ts";
import { captcha, resetCaptcha } from "../../testkit/captcha.tsx";
import { answering, lostNetwork, refused, useMockedBackend } from "../../testkit/mockedBackend.ts";
import { BetaForm } from "./BetaForm.tsx";

vi.mock("../captcha/captcha.ts", () => import("../../testkit/captcha.tsx"));

const backend = useMockedBackend();
const sent = () => backend.calls.map(({ body }) => body);
const control = (label: RegExp) => screen.getByLabelText<HTMLInputElement>(label);
const labels = { name: /^name/i, email: /^email/i, company: /^company/i, role: /^role/i, reason: /^why/i };
const submit = () => userEvent.click(screen.getByRole("button", { name: "Submit Application" }));
const uuid: unknown = expect.stringMatching(/^[0-9a-f-]{36}$/u);
const ada = { name: "Ada", email: "ada@example.com", company: "", role: "agency-owner", reason: "Many currencies." };

async function fillIn() {
  await userEvent.type(control(labels.name), ada.name);
  await userEvent.type(control(labels.email), ada.email);
  await userEvent.selectOptions(control(labels.role), "Agency owner");
  await userEvent.type(control(labels.reason), ada.reason);
}

function sentIds(): unknown[] {
  return sent().map((body) => Object(body).submissionId);
}

beforeEach(() => {
  resetCaptcha();
  render(<BetaForm />);
});
afterEach(() => {
  cleanup();
  document.body.replaceChildren();
});

describe("the beta form", () => {
  it("applies, says so, and promises a reply within 48 hours", async () => {
    await fillIn();
    await submit();
    const heading = await screen.findByRole("heading", { name: "Application Submitted!" });
    expect(document.activeElement).toBe(heading);
    expect(screen.getByText(/within 48 hours/u)).toBeTruthy();
    expect(screen.getByRole("status").textContent).toContain(
      "Application submitted!We'll review your application and get back to you soon.",
    );
    expect(sent()).toEqual([{ ...ada, captcha: expect.stringMatching(/^stand-in/u), submissionId: uuid }]);
  });

  it("comes back empty for another application, under another id", async () => {
    await fillIn();
    await submit();
    await userEvent.click(await screen.findByRole("button", { name: "Submit Another Application" }));
    expect(document.activeElement).toBe(control(labels.name));
    for (const label of Object.values(labels)) expect(control(label).value).toBe("");
    await fillIn();
    await submit();
    await screen.findByRole("heading");
    expect(new Set(sentIds()).size).toBe(2);
  });

  it("retries under the same id, keeping every field, and takes another id once something changed", async () => {
    backend.faults.push(lostNetwork);
    await fillIn();
    await submit();
    await waitFor(() => expect(screen.getByRole("alert").textContent).toContain("Something went wrong."));
    expect(control(labels.reason).value).toBe(ada.reason);
    expect(control(labels.role).value).toBe(ada.role);
    backend.faults.splice(0, 1, ...scenarios["insert-error-beta"].faults);
    await submit();
    await waitFor(() =>
      expect(screen.getByRole("alert").textContent).toContain("ErrorFailed to submit application. Please try again."),
    );
    await userEvent.type(control(labels.company), "Analytical Engines");
    await submit();
    await waitFor(() => expect(sent()).toHaveLength(3));
    const [first, second, third] = sentIds();
    expect(second).toBe(first);
    expect(third).not.toBe(first);
    expect(captcha.reset).toHaveBeenCalledTimes(3);
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
    expect(screen.getByText("Enter your reason.").id).toBe(control(labels.reason).getAttribute("aria-describedby"));
    expect(control(labels.email).hasAttribute("aria-invalid")).toBe(false);
  });

  it("marks what is required and offers the roles of the contract", () => {
    const required = Object.values(labels).filter((label) => control(label).required);
    expect(required).toEqual([labels.name, labels.email, labels.role, labels.reason]);
    expect(screen.getAllByText("*", { exact: false, selector: "label span" })).toHaveLength(4);
    expect(control(labels.reason).getAttribute("rows")).toBe("4");
    expect(control(labels.reason).getAttribute("maxlength")).toBe("2000");
    const options = screen.getAllByRole<HTMLOptionElement>("option").map(({ value }) => value);
    expect(options).toEqual(["", "freelancer", "small-business-owner", "consultant", "agency-owner", "other"]);
  });
});
