import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { captcha, resetCaptcha } from "../testkit/captcha.tsx";
import { useMockedBackend } from "../testkit/mockedBackend.ts";
import { Form } from "./Form.tsx";
import type { FormDefinition } from "./definition.ts";
import { forms } from "./forms.ts";
import { liveMark, sentMark } from "./headScript.ts";
import { hydrate } from "./hydrate.tsx";

vi.mock("./captcha/captcha.ts", () => import("../testkit/captcha.tsx"));
afterAll(() => void vi.doUnmock("./captcha/captcha.ts"));

const backend = useMockedBackend();
const logged = vi.spyOn(console, "error");
const nameField = () => screen.getByLabelText<HTMLInputElement>(/^name/i);

function island(definition: FormDefinition): HTMLElement {
  const element = document.createElement("div");
  element.dataset["island"] = definition.name;
  element.innerHTML = renderToString(<Form definition={definition} />);
  document.body.append(element);
  return element;
}

beforeEach(() => {
  resetCaptcha();
  logged.mockReset();
});
afterEach(() => document.body.replaceChildren());

describe("hydrating an island", () => {
  it("keeps what was typed and chosen before, the same controls, and where the caret was", async () => {
    const element = island(forms.beta);
    const name = nameField();
    await userEvent.type(name, "Ada Lovelace");
    name.setSelectionRange(3, 3);
    await userEvent.selectOptions(screen.getByLabelText(/^role/i), "other");
    name.focus();
    await act(async () => hydrate(element));
    expect(nameField()).toBe(name);
    expect([name.value, name.selectionStart, document.activeElement]).toEqual(["Ada Lovelace", 3, name]);
    expect(screen.getByLabelText<HTMLSelectElement>(/^role/i).value).toBe("other");
    expect(captcha.prepare).toHaveBeenCalledTimes(1);
    expect(document.forms[0]?.hasAttribute(liveMark)).toBe(true);
    expect(logged).not.toHaveBeenCalled();
  });

  it("keeps what was typed, and the focus, where a translator has changed the page before", async () => {
    const element = island(forms.beta);
    await userEvent.type(nameField(), "Ada Lovelace");
    const legend = element.querySelector("p span");
    const font = document.createElement("font");
    font.append(...(legend?.childNodes ?? []));
    legend?.replaceWith(font);
    await act(async () => hydrate(element));
    expect(nameField().value).toBe("Ada Lovelace");
    expect(document.activeElement).toBe(nameField());
    expect(document.forms[0]?.hasAttribute(liveMark)).toBe(true);
  });

  it("sends a form that was held back, once", async () => {
    const element = island(forms.waitlist);
    await userEvent.type(screen.getByLabelText(/email/i), "mary@example.com");
    element.setAttribute(sentMark, "");
    await act(async () => hydrate(element));
    await screen.findByRole("heading", { name: "Thanks for joining our waitlist!" });
    expect(backend.calls.map(({ name }) => name)).toEqual(["POST /functions/v1/forms/waitlist"]);
    expect(element.hasAttribute(sentMark)).toBe(false);
  });
});
