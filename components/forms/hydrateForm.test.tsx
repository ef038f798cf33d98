import { act, screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderToString } from "react-dom/server";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { captcha, resetCaptcha } from "../testkit/captcha.tsx";
import { useMockedBackend } from "../testkit/mockedBackend.ts";
import { liveMark, sentMark } from "../hydration/marks.ts";
import { beta } from "./beta/beta.ts";
import * as forms from "./forms.ts";
import { hydrate } from "./hydrateForm.tsx";
import { Form } from "./submission/Form.tsx";
import { waitlist } from "./waitlist/waitlist.ts";

vi.mock("./captcha/captcha.ts", () => import("../testkit/captcha.tsx"));

const backend = useMockedBackend();

const form = () => document.forms[0];

function island(name: string, content: string): HTMLElement {
  const element = document.createElement("div");
  element.dataset["island"] = name;
  element.innerHTML = content;
  document.body.append(element);
  return element;
}

beforeEach(() => {
  resetCaptcha();
});
afterEach(() => {
  document.body.replaceChildren();
  vi.restoreAllMocks();
});

describe("hydrating an island", () => {
  it.each(Object.values(forms))("finds the pre-rendered $name form as it left it", async (definition) => {
    const reported = vi.fn<(event: ErrorEvent) => void>();
    addEventListener("error", reported, { once: true });
    const logged = vi.spyOn(console, "error").mockReturnValue();
    const element = island(definition.name, renderToString(<Form definition={definition} />));
    await act(async () => hydrate(element));
    expect(form()?.hasAttribute(liveMark)).toBe(true);
    expect(reported).not.toHaveBeenCalled();
    expect(logged).not.toHaveBeenCalled();
  });

  it("keeps what was typed and chosen before, and where the caret was", async () => {
    const element = island("beta", renderToString(<Form definition={beta} />));
    const name = screen.getByLabelText<HTMLInputElement>(/^name/i);
    await userEvent.type(name, "Ada Lovelace");
    name.setSelectionRange(3, 3);
    await userEvent.selectOptions(screen.getByLabelText(/^role/i), "consultant");
    name.focus();
    await act(async () => hydrate(element));
    expect(screen.getByLabelText(/^name/i)).toBe(name);
    expect([name.value, name.selectionStart]).toEqual(["Ada Lovelace", 3]);
    expect(screen.getByLabelText<HTMLSelectElement>(/^role/i).value).toBe("consultant");
    expect(document.activeElement).toBe(name);
    expect(captcha.prepare).toHaveBeenCalledTimes(1);
  });

  it("sends a form that was held back, once", async () => {
    const element = island("waitlist", renderToString(<Form definition={waitlist} />));
    await userEvent.type(screen.getByLabelText(/email/i), "mary@example.com");
    element.setAttribute(sentMark, "");
    await act(async () => hydrate(element));
    await screen.findByRole("heading", { name: "Thanks for joining our waitlist!" });
    expect(backend.calls).toEqual([
      { name: "POST /functions/v1/forms/waitlist", body: { email: "mary@example.com", captcha: expect.any(String) } },
    ]);
    expect(element.hasAttribute(sentMark)).toBe(false);
  });

  it("leaves an island alone that it does not know", () => {
    expect(() => hydrate(island("unheard-of", "<p>Hello</p>"))).not.toThrow();
    expect(document.body.textContent).toBe("Hello");
  });
});
