import { findByRole, getByRole, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { brand, embeddedPublishableKey } from "../../server/contract/brand.ts";
import { people } from "../../server/mocks/people.ts";
import { askedHere, rememberAsked } from "./askedHere.ts";
import { useAuthPage } from "../testkit/authPage.ts";
import { answering, lostNetwork } from "../testkit/mockedBackend.ts";
import { storeSession } from "../testkit/session.ts";

const ada = people.pending;
const { backend, load } = useAuthPage();
const calls = () => backend.calls.map(({ name }) => name);

/** A page of its own for each test: client and store live as long as a page. */
async function open(address: string) {
  vi.resetModules();
  return load(address);
}

/** Has the auth service mail a link, and gives the address that it leads to. */
async function mailed(path: "otp" | "recover" | "signup", email: string = ada): Promise<string> {
  await fetch(`/auth/v1/${path}`, {
    method: "POST",
    headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email, password: "a-long-passphrase" }),
  });
  const token = (crypto.randomUUID() + crypto.randomUUID()).replaceAll("-", "");
  backend.links.set(token, { email, ...(path === "signup" && { data: { chose_password: true } }) });
  return `/?ref=mail#token_hash=${token}&type=${path === "otp" ? "magiclink" : path === "recover" ? "recovery" : "signup"}`;
}

const verify = "POST /auth/v1/verify";
const dialog = () => getByRole(document.body, "dialog");
const press = async (name: string) => userEvent.click(await findByRole(document.body, "button", { name }));
const tooMany = () =>
  Response.json({ error_code: "over_request_rate_limit", msg: "x" }, { status: 429, headers: { "retry-after": "90" } });

describe("the link of a sign-in mail, in the browser that asked for it", () => {
  beforeEach(() => rememberAsked({ email: ada }));

  it("is spent by POST, after its token has left the address bar and the history", async () => {
    const { restore, signedInUser } = await open(await mailed("otp"));
    const before = history.length;
    let then = "";
    backend.faults.push({
      on: /verify/u,
      get delay() {
        then ||= location.href;
        return 0;
      },
    });
    await restore();
    expect(calls()).toContain(verify);
    expect(then).not.toContain("token_hash");
    expect(location.search + location.hash).toBe("?ref=mail");
    expect(history.length).toBe(before);
    expect(signedInUser()).toBe(ada);
    expect(askedHere()).toBeUndefined();
  });

  it("works once; the second time a new one is sent in one press", async () => {
    const arrival = await mailed("otp");
    await (await open(arrival)).restore();
    localStorage.clear();
    rememberAsked({ email: ada });
    const { restore, signedInUser } = await open(arrival);
    await restore();
    expect(dialog().textContent).toContain("expired or was already used");
    expect(location.hash).toBe("");
    expect(signedInUser()).toBeNull();
    await press("Send me a new link");
    await waitFor(() => expect(dialog().textContent).toContain("Check your mail"));
    await waitFor(() => expect(calls().filter((call) => call.startsWith("POST /auth/v1/otp"))).toHaveLength(2));
    expect(backend.calls.at(-1)?.body).toMatchObject({ email: ada, create_user: true });
  });

  it("leads to the card of whom it signed in when it is followed again, as by the slow tab of a double click", async () => {
    const arrival = await mailed("otp");
    await (await open(arrival)).restore();
    const { restore, signedInUser } = await open(arrival);
    await restore();
    expect([signedInUser(), location.hash, document.querySelector("dialog")]).toEqual([ada, "", null]);
    expect(calls().filter((call) => call === verify)).toHaveLength(1);
    // Another link is none that was followed.
    await (await open(await mailed("otp", people.accepted))).restore();
    expect(dialog().textContent).toContain(`Sign in to ${brand}?`);
  });

  it.each([
    ["no longer once another tab has signed in, as a double click opens it twice", false, 0],
    ["beside the session of an earlier visit", true, 1],
  ])("says that it was used, %s", async (_what, before, dialogs) => {
    const arrival = await mailed("otp");
    await (await open(arrival)).restore();
    localStorage.clear();
    if (before) storeSession();
    rememberAsked({ email: ada });
    const { restore, signedInUser } = await open(arrival);
    await restore();
    if (before) await press("Sign in");
    await waitFor(() => expect(dialog().textContent).toContain("expired or was already used"));
    if (!before) storeSession();
    // As when the browser tells of what another tab has stored.
    await restore();
    expect([signedInUser(), document.querySelectorAll("dialog[open]").length]).toEqual([ada, dialogs]);
  });

  it("says that it could not be tried when it is followed again and the code for it cannot be loaded", async () => {
    const arrival = await mailed("otp");
    await (await open(arrival)).restore();
    const { restore } = await open(arrival);
    vi.doMock("./supabase.ts", () => {
      throw new Error("There is no network.");
    });
    await restore().finally(() => vi.doUnmock("./supabase.ts"));
    expect(dialog().textContent).toContain("Check your connection");
    expect(location.hash).toContain("token_hash");
  });

  it.each([
    ["there is no network", lostNetwork, "Check your connection"],
    ["there were too many attempts", answering(/verify/u, tooMany), "wait 2 minutes"],
    ["a proxy answers", answering(/verify/u, () => new Response("<p>No", { status: 403 })), "Check your connection"],
    ["the service is down", answering(/verify/u, () => new Response("", { status: 500 })), "Check your connection"],
  ])("stays in the address bar while %s, for a reload to try again", async (_what, fault, text) => {
    const arrival = await mailed("otp");
    backend.faults.push(fault);
    const { restore } = await open(arrival);
    await restore();
    expect(location.search + location.hash).toBe(arrival.slice(1));
    expect(dialog().textContent).toContain(text);
    const reload = vi.spyOn(location, "reload").mockReturnValue();
    await press("Try again");
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each(["", "0000&type=email_change", "0000"])("says so when the mail program has damaged it (%s)", async (rest) => {
    const { restore } = await open(`/#token_hash=${rest}`);
    await restore();
    expect(backend.calls[0]?.body).toMatchObject({ type: "email" });
    expect(dialog().textContent).toContain("expired or was already used");
    expect(location.hash).toBe("");
  });

  it("has a new password set after a recovery", async () => {
    const arrival = await mailed("recover");
    await (await open(arrival)).restore();
    await waitFor(() => expect(dialog().textContent).toContain("Set a new password"));
    expect(getByRole(document.body, "dialog").querySelector("[autocomplete=username]")).toMatchObject({ value: ada });
    // Also when the link is followed again, by who has skipped it.
    await press("Not now");
    await (await open(arrival)).restore();
    await waitFor(() => expect(dialog().textContent).toContain("Set a new password"));
    expect(calls().filter((call) => call === verify)).toHaveLength(1);
  });

  it("has the password of a sign-up set anew, with the name that was given", async () => {
    const mary = "mary@example.com";
    rememberAsked({ email: mary, name: "Mary" });
    const { restore } = await open(await mailed("signup", mary));
    await restore();
    const password = await waitFor(() => dialog().querySelector<HTMLInputElement>("[name=password]"));
    expect(dialog().textContent).toContain("Your address is confirmed");
    if (password) await userEvent.type(password, "the owner's own choice");
    await press("Save password");
    await waitFor(() => expect(document.querySelector("dialog")).toBeNull());
    expect(backend.calls.at(-1)?.body).toMatchObject({ password: "the owner's own choice", data: { name: "Mary" } });
  });

  it("offers nobody the name of who signed up in this browser later", async () => {
    const arrival = await mailed("signup", "mary@example.com");
    rememberAsked({ email: "percy@example.com", name: "Percy" });
    await (await open(arrival)).restore();
    const name = await waitFor(() => dialog().querySelector<HTMLInputElement>("[name=name]"));
    expect(name?.value).toBe("");
  });

  it("asks for no password where none was chosen", async () => {
    const { restore } = await open(await mailed("otp"));
    await restore();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(document.querySelector("dialog")).toBeNull();
  });
});

describe("the link of a sign-in mail, in another browser", () => {
  it("signs in on a press of one button, and leaves the address before", async () => {
    const { restore, signedInUser } = await open(await mailed("otp"));
    await restore();
    expect(location.search + location.hash).toBe("?ref=mail");
    expect(dialog().textContent).toContain(`Sign in to ${brand}?`);
    await press("Sign in");
    await waitFor(() => expect(signedInUser()).toBe(ada));
    await waitFor(() => expect(document.querySelector("dialog")).toBeNull());
  });

  it("leaves the focus in a field to which the visitor has gone meanwhile", async () => {
    document.body.innerHTML = '<h2 id="welcome-title" tabindex="-1"></h2><input>';
    backend.faults.push({ on: /verify/u, delay: 50 });
    const { restore, signedInUser } = await open(await mailed("otp"));
    await restore();
    await press("Sign in");
    await press("Close");
    document.querySelector("input")?.focus();
    await waitFor(() => expect(signedInUser()).toBe(ada));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(document.activeElement?.localName).toBe("input");
  });

  it("is not spent by a script's click, nor by waiting", async () => {
    const { restore } = await open(await mailed("otp"));
    await restore();
    for (const button of document.querySelectorAll("button")) if (button.textContent === "Sign in") button.click();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(calls()).not.toContain(verify);
  });

  it("leads to the sign-in dialog when it has expired", async () => {
    const arrival = await mailed("otp");
    const { restore } = await open(arrival.replace(/token_hash=\w{8}/u, "token_hash=00000000"));
    await restore();
    await press("Sign in");
    await press("Send me a new link");
    expect(await findByRole(document.body, "button", { name: "Send me a link" })).toBeTruthy();
  });

  it("asks again where it was followed before, but whom it signed in is no longer here", async () => {
    const arrival = await mailed("otp");
    const { restore, signOut, signedInUser } = await open(arrival);
    await restore();
    await press("Sign in");
    await waitFor(() => expect(signedInUser()).toBe(ada));
    await signOut();
    storeSession({ of: people.accepted });
    await (await open(arrival)).restore();
    expect(dialog().textContent).toContain(`Sign in to ${brand}?`);
  });

  it.each([false, true])("leaves a session from before alone while it asks, asked for here: %s", async (asked) => {
    if (asked) rememberAsked({ email: ada });
    storeSession({ of: people.accepted });
    const { restore, signedInUser } = await open(await mailed("otp"));
    await restore();
    expect(signedInUser()).toBe(people.accepted);
    expect(dialog().textContent).toContain(`Sign in to ${brand}?`);
  });
});
