import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { afterEach, describe, expect, it, vi } from "vitest";
import { people } from "../../server/mocks/people.ts";
import { useDialogPage } from "../testkit/dialogPage.ts";
import { answering, lostNetwork } from "../testkit/mockedBackend.ts";

const ada = people.pending;
const { backend, load, dialog, field, press, alert, expectFocus } = useDialogPage();
const bodies = (path: string) => backend.calls.filter(({ name }) => name === `POST /auth/v1/${path}`);

/** Each test gets a new page, because client and store live as long as a page. */
async function open() {
  vi.resetModules();
  return load();
}
async function openDialog() {
  const page = await open();
  act(() => page.openSignIn());
  return page;
}

/** Lets a minute pass on the clock that the dialog reads every second. */
async function minuteLater() {
  vi.setSystemTime(Date.now() + 60_000);
  await screen.findByRole("button", { name: "Send it again" });
}
afterEach(() => void vi.useRealTimers());

describe("the sign-in dialog", () => {
  it("is named by its heading, and begins with the link's email field", async () => {
    await openDialog();
    expect(dialog()).toBe(screen.getByRole("dialog", { name: "Sign in", description: /^We’ll email you a link/u }));
    expect(document.activeElement).toBe(field("Email"));
  });

  it.each([
    [[], { Email: "email" }],
    [["Use a password"], { Email: "email", Password: "current-password" }],
    [["Sign up"], { Name: "name", Email: "email" }],
    [["Use a password", "Forgot your password?"], { Email: "email" }],
  ])("tells browsers what its fields are, after %j", async (steps, expected) => {
    await openDialog();
    for (const step of steps) await press(step);
    for (const [label, autoComplete] of Object.entries(expected))
      expect(field(label).getAttribute("autocomplete")).toBe(autoComplete);
    expect(dialog().querySelectorAll("input")).toHaveLength(Object.keys(expected).length);
  });

  it.each([ada, "nobody@example.com"])("answers the same whether there is an account, of %s", async (email) => {
    const { askedHere } = await openDialog();
    await userEvent.type(field("Email"), `  ${email.toUpperCase()} {Enter}`);
    await screen.findByText(`A link is on its way to ${email} if there is an application or an account for it.`, {
      exact: false,
    });
    await expectFocus(() => screen.getByRole("heading", { name: "Check your email" }));
    expect(bodies("otp")[0]?.body).toMatchObject({ email, create_user: true });
    expect(askedHere()).toEqual({ email });
  });

  it.each([
    ["", "Enter an email address."],
    ["ada@", "Enter a valid email address"],
  ])("says what is wrong with %j at its field", async (email, text) => {
    await openDialog();
    if (email) await userEvent.type(field("Email"), email);
    const scroll = vi.spyOn(Element.prototype, "scrollIntoView");
    await press("Send me a link");
    expect(alert().textContent).toContain(text);
    expect(field("Email").matches(`[aria-invalid=true][aria-describedby=${alert().id}]`)).toBe(true);
    expect(document.activeElement).toBe(field("Email"));
    await waitFor(() => expect(scroll.mock.contexts).toContain(field("Email").parentElement));
    expect(backend.calls).toEqual([]);
  });

  it("asks for the name that is missing, at its field", async () => {
    await openDialog();
    await press("Sign up");
    await userEvent.type(field("Email"), `${ada}{Enter}`);
    expect(alert().textContent).toBe("Enter your name.");
    expect(field("Name").getAttribute("aria-describedby")).toBe(alert().id);
  });

  it.each([ada, ""])("asks for both an address and a password when %j is given", async (email) => {
    await openDialog();
    await press("Use a password");
    if (email) await userEvent.type(field("Email"), email);
    await press("Sign in");
    await waitFor(() =>
      expect(alert().textContent).toBe("You must provide either an email or phone number and a password"),
    );
    await expectFocus(() => field(email ? "Password" : "Email"));
    expect(document.activeElement?.getAttribute("aria-describedby")).toBe("sign-in-error");
    expect(backend.calls).toEqual([]);
  });

  it("signs up with a name and a password that nobody knows", async () => {
    const { askedHere } = await openDialog();
    await press("Sign up");
    await userEvent.type(field("Name"), "Mary");
    await userEvent.type(field("Email"), "mary@example.com{Enter}");
    await screen.findByRole("heading", { name: "Check your email" });
    const password: unknown = expect.stringMatching(/^\w{30,}.$/u);
    expect(bodies("signup")[0]?.body).toMatchObject({ password, data: { name: "Mary" } });
    expect(askedHere()).toEqual({ email: "mary@example.com", name: "Mary" });
    expect(bodies("otp")).toEqual([]);
  });

  it("says how long to wait before a mail is sent again", async () => {
    await openDialog();
    await userEvent.type(field("Email"), `${ada}{Enter}`);
    await screen.findByRole("heading", { name: "Check your email" });
    backend.faults.push(
      answering(/otp/u, () =>
        Response.json(
          { error_code: "over_request_rate_limit", msg: "x" },
          { status: 429, headers: { "retry-after": "54" } },
        ),
      ),
    );
    await minuteLater();
    await press("Send it again");
    await waitFor(() => expect(alert().textContent).toBe("Too many attempts. Please wait 54 seconds and try again."));
    backend.faults.pop();
    await press("Send it again");
    await waitFor(() => expect(bodies("otp")).toHaveLength(3));
  });

  it("offers a mail once more only when it may be sent, and ends no sentence on an address, which may be long", async () => {
    await openDialog();
    await press("Sign up");
    await userEvent.type(field("Name"), "Mary");
    await userEvent.type(field("Email"), "mary@example.com{Enter}");
    await screen.findByText(/^A link to mary@example\.com is on its way\. It works once/u);
    const button = screen.getByRole<HTMLButtonElement>("button", { name: /^Send it again in (?:60|5\d) s$/u });
    expect(button.disabled).toBe(true);
    await minuteLater();
    expect(screen.getByRole<HTMLButtonElement>("button", { name: "Send it again" }).disabled).toBe(false);
  });

  it("sends once however often it is told to", async () => {
    const send = async (twice: () => Promise<void>) => {
      const answer = backend.hold(/otp/u);
      await twice();
      answer();
      await screen.findByRole("button", { name: /^Send it again in/u });
    };
    await openDialog();
    await send(() => userEvent.type(field("Email"), `${ada}{Enter}{Enter}`));
    expect(bodies("otp")).toHaveLength(1);
    await minuteLater();
    await send(async () => {
      await press("Send it again");
      await press("Sending...");
    });
    expect(bodies("otp")).toHaveLength(2);
  });
});

const said = (error_code: string, status: number, more: object = {}) =>
  Response.json({ code: status, error_code, msg: "x", ...more }, { status });

describe("an address with an account, of which GoTrue tells", () => {
  const withoutIdentities = () => Response.json({ id: "1", email: ada, identities: [] });
  const tooSoon = () => said("over_email_send_rate_limit", 429, { msg: "you can only request this after 53 seconds." });
  const quota = () => said("over_email_send_rate_limit", 429, { msg: "email rate limit exceeded" });
  const isSent = () => screen.findByRole("heading", { name: "Check your email" });

  async function signUp(): Promise<void> {
    await openDialog();
    await press("Sign up");
    await userEvent.type(field("Name"), "Ada");
    await userEvent.type(field("Email"), `${ada}{Enter}`);
  }
  async function recover(): Promise<void> {
    await openDialog();
    for (const step of ["Use a password", "Forgot your password?"]) await press(step);
    await userEvent.type(field("Email"), `${ada}{Enter}`);
  }

  it.each([
    ["a user without identities", withoutIdentities],
    ["a code", () => said("user_already_exists", 422)],
  ])("gets a sign-in link by signing up, where %s says so; one that was just mailed will do", async (_what, answer) => {
    backend.faults.push(answering(/signup/u, answer));
    await signUp();
    await isSent();
    expect(bodies("otp").map(({ body }) => body)).toEqual([expect.objectContaining({ email: ada })]);
    backend.faults.push(answering(/otp/u, tooSoon));
    await minuteLater();
    await press("Send it again");
    await waitFor(() => expect(bodies("otp")).toHaveLength(2));
    await screen.findByRole("button", { name: /^Send it again in/u });
    expect(alert().textContent).toBe("");
  });

  it.each([
    ["signs up", signUp, /signup/u, tooSoon],
    ["forgot a password", recover, /recover/u, tooSoon],
    ["forgot a password, and no mail is left of the hour's", recover, /recover/u, quota],
  ])("is told nothing else when its owner, just mailed, %s", async (_what, ask, call, answer) => {
    backend.faults.push(answering(call, answer));
    await ask();
    await isSent();
    expect(alert().textContent).toBe("");
  });

  it.each([
    ["without an account", [answering(/signup/u, quota)]],
    ["with one", [answering(/signup/u, withoutIdentities), answering(/otp/u, quota)]],
  ])("says who signs up %s that no mail is left of the hour's", async (_what, faults) => {
    backend.faults.push(...faults);
    await signUp();
    await waitFor(() => expect(alert().textContent).toContain("Too many attempts."));
  });
});

describe("errors of the auth service", () => {
  it.each<[string, () => Response, string]>([
    ["a wrong password", () => said("invalid_credentials", 400), "The email address or the password is wrong."],
    ["an expired link", () => said("otp_expired", 403), "This link has expired or was already used."],
    [
      "an address without mail",
      () => said("email_address_not_authorized", 400),
      "We can’t send email to this address.",
    ],
    [
      "GoTrue's limit",
      () => said("over_email_send_rate_limit", 429, { msg: "only request this after 53 seconds." }),
      "wait 53 seconds",
    ],
    ["a service that fails", () => said("unexpected_failure", 500), "isn’t working right now"],
    ["a paused project", () => said("x", 540), "isn’t working right now"],
    ["a captcha that the page does not have", () => said("captcha_failed", 400), "switched off"],
    ["an error of the future", () => said("not_yet_known", 418), "Something went wrong. Please try again."],
    ["no JSON", () => new Response("<html>", { status: 400 }), "isn’t working right now"],
  ])("says %s in plain words", async (_what, answer, text) => {
    backend.faults.push(answering(/token/u, answer));
    await openDialog();
    await press("Use a password");
    await userEvent.type(field("Email"), ada);
    await userEvent.type(field("Password"), "a guess{Enter}");
    await waitFor(() => expect(alert().textContent).toContain(text));
    expect(field("Email")).toMatchObject({ value: ada });
  });

  it("says that there is no connection", async () => {
    backend.faults.push(lostNetwork);
    await openDialog();
    await userEvent.type(field("Email"), `${ada}{Enter}`);
    await waitFor(() => expect(alert().textContent).toContain("No connection."));
  });
});
