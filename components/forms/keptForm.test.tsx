import { act, fireEvent, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { resetCaptcha } from "../testkit/captcha.tsx";
import { answering, refused, useMockedBackend } from "../testkit/mockedBackend.ts";
import { beta } from "./beta/beta.ts";
import { hydrate } from "./hydrateForm.tsx";
import { Form } from "./submission/Form.tsx";

vi.mock("./captcha/captcha.ts", () => import("../testkit/captcha.tsx"));
const backend = useMockedBackend();

const control = <Kind extends HTMLElement = HTMLInputElement>(name: string) => {
  const element = document.querySelector<Kind>(`[name=${name}]`);
  if (!element) throw new Error(`No ${name}`);
  return element;
};

/** What the visitor has done so far: three fields filled in, the caret in the middle of one. */
async function fillIn(): Promise<void> {
  await userEvent.type(control("name"), "Ada Lovelace");
  await userEvent.type(control("reason"), "One.\nTwo.");
  await userEvent.selectOptions(control("role"), "consultant");
  control("name").focus();
  control("name").setSelectionRange(3, 8, "backward");
}

function expectKept(): void {
  const { value, selectionStart, selectionEnd, selectionDirection } = control("name");
  expect([value, selectionStart, selectionEnd, selectionDirection]).toEqual(["Ada Lovelace", 3, 8, "backward"]);
  expect(control("reason").value).toBe("One.\nTwo.");
  expect(control("role").value).toBe("consultant");
  expect(document.activeElement).toBe(control("name"));
}

let island = document.createElement("div");

beforeEach(() => {
  resetCaptcha();
  vi.spyOn(console, "error").mockReturnValue();
  island = document.createElement("div");
  island.dataset["island"] = "beta";
  island.innerHTML = renderToString(<Form definition={beta} />);
  document.body.replaceChildren(island);
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

const addIcon = () => control("name").insertAdjacentHTML("afterend", "<span data-manager-root></span>");
const button = () => document.querySelector<HTMLButtonElement>("button[type=submit]");

it("keeps what was typed over a hydration that an icon after an input prevents", async () => {
  await fillIn();
  const before = control("name");
  addIcon();
  await act(async () => hydrate(island));
  expect(control("name")).not.toBe(before);
  expectKept();
});

it("keeps the focus on the button over such a hydration", async () => {
  const before = button();
  before?.removeAttribute("disabled");
  before?.focus();
  addIcon();
  await act(async () => hydrate(island));
  expect(button()).not.toBe(before);
  expect(document.activeElement).toBe(button());
});

it("hydrates a translated form as it is, so that nothing in it is put in place of another", async () => {
  await fillIn();
  const before = document.querySelectorAll("input, textarea, select, button");
  const texts = document.createTreeWalker(island, NodeFilter.SHOW_TEXT);
  const found: Node[] = [];
  while (texts.nextNode()) found.push(texts.currentNode);
  for (const text of found) {
    const font = document.createElement("font");
    font.innerHTML = `<font style="vertical-align: inherit;">Nombre</font>`;
    text.parentElement?.replaceChild(font, text);
  }
  await act(async () => hydrate(island));
  expect([...document.querySelectorAll("input, textarea, select, button")]).toEqual([...before]);
  expect(control("name")).toBe(before[0]);
  expectKept();
  expect(island.textContent).toContain("Nombre");
});

it("keeps it over a form that failed on a changed page", async () => {
  const faults = [answering(/^POST/u, () => refused("invalid", { errors: { company: "Enter a company name." } }))];
  backend.faults.push(...faults);
  await act(async () => hydrate(island));
  await userEvent.type(control("email"), "ada@example.com");
  await fillIn();
  await act(async () => document.forms[0]?.dispatchEvent(new Event("submit", { bubbles: true, cancelable: true })));
  const message = await screen.findByText("Enter a company name.");
  const before = control("name");
  // React is about to take out what somebody else has taken out.
  message.remove();
  control("company").value = "Analytical Engines";
  control("name").focus();
  await act(async () => fireEvent.input(control("company")));
  expect(control("name")).not.toBe(before);
  expect(control("company").value).toBe("Analytical Engines");
  expectKept();
});
