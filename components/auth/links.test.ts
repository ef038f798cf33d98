import { findByRole, getByRole, queryByRole, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it } from "vitest";
import { brand } from "../../server/contract/brand.ts";
import { people, sessionOf } from "../../server/mocks/people.ts";
import { useAuthPage } from "../testkit/authPage.ts";
import { answering, lostNetwork } from "../testkit/mockedBackend.ts";
import { storeSession } from "../testkit/session.ts";
import { askedHere, rememberAsked } from "./askedHere.ts";

const ada = people.pending;
const { backend, load } = useAuthPage();
const calls = () => backend.calls.map(({ name }) => name);
const verify = "POST /auth/v1/verify";
const dialog = () => getByRole(document.body, "dialog");
const expectClosed = () => waitFor(() => expect(queryByRole(document.body, "dialog")).toBeNull());
const expectDialog = (text: string) => waitFor(() => expect(dialog().textContent).toContain(text));
const press = async (name: string) => userEvent.click(await findByRole(document.body, "button", { name }));

/** The address of a mailed link, which the backend takes once. */
function mailed(type: "magiclink" | "recovery" | "signup" = "magiclink", email: string = ada): string {
  const token = crypto.randomUUID();
  backend.links.set(token, { email, ...(type === "signup" && { data: { chose_password: true } }) });
  return `${location.origin}/?ref=mail#token_hash=${token}&type=${type}`;
}

/** The address to which a hosted auth service sends a visitor with a session. */
function withSession(type = "magiclink"): string {
  const { user: _, ...tokens } = sessionOf({ of: ada });
  return `${location.origin}/#${new URLSearchParams({ ...JSON.parse(JSON.stringify(tokens)), type })}`;
}

/** Follows a link on a newly loaded page. */
async function follow(arrival: string) {
  const page = await load();
  await page.restoreAndWelcome(arrival);
  return page;
}

describe("a link that signs in", () => {
  it.each([
    ["with a token", mailed],
    ["with a session", withSession],
  ])("%s is spent by one press, which leads to the card", async (_what, make) => {
    rememberAsked({ email: ada });
    const { signedInUser } = await follow(make());
    expect([dialog().textContent, signedInUser()]).toEqual([expect.stringContaining(`Sign in to ${brand}?`), null]);
    expect(calls()).not.toContain(verify);
    await press("Sign in");
    await waitFor(() => expect(signedInUser()).toBe(ada));
    await expectClosed();
    expect(document.activeElement).toBe(await findByRole(document.body, "heading", { name: "Welcome" }));
    expect(askedHere()).toBeUndefined();
  });

  it.each([
    ["with a token", mailed],
    ["with a session", withSession],
  ])("%s says whose session it would replace, and leaves it alone until it is pressed", async (_what, make) => {
    storeSession({ of: people.accepted });
    const { signedInUser } = await follow(make());
    expect(dialog().textContent).toContain(`You are signed in as ${people.accepted} now, but`);
    expect(signedInUser()).toBe(people.accepted);
    await press("Sign in by the link");
    await waitFor(() => expect(signedInUser()).toBe(ada));
  });

  it("works once; the second time a new one is sent in one press", async () => {
    const arrival = mailed();
    rememberAsked({ email: ada });
    await follow(arrival.replace(/hash=\w+/u, "hash=spent"));
    await press("Sign in");
    await expectDialog("expired or was already used");
    await press("Send me a new link");
    await expectDialog("Check your email");
    await waitFor(() =>
      expect(backend.calls.at(-1)).toMatchObject({ name: "POST /auth/v1/otp", body: { email: ada } }),
    );
  });

  it.each(["#error=access_denied&error_code=otp_expired", "#token_hash="])(
    "says that it was used: %s",
    async (refused) => {
      const { signedInUser } = await follow(`${location.origin}/${refused}`);
      if (refused.includes("token_hash")) await press("Sign in");
      await expectDialog("expired or was already used");
      expect(signedInUser()).toBeNull();
      await press("Send me a new link");
      expect(await findByRole(document.body, "button", { name: "Send me a link" })).toBeTruthy();
    },
  );

  it("says that its account is blocked", async () => {
    backend.faults.push(answering(/verify/u, () => Response.json({ error_code: "user_banned" }, { status: 403 })));
    await follow(mailed());
    await press("Sign in");
    await expectDialog("This account is blocked.");
  });

  it.each([
    ["there is no network", lostNetwork, "Check your connection"],
    ["the project is paused", answering(/verify/u, () => Response.json({}, { status: 540 })), "then try again"],
    [
      "there were too many attempts",
      answering(/verify/u, () => Response.json({ error_code: "x" }, { status: 429, headers: { "retry-after": "90" } })),
      "wait 2 minutes",
    ],
  ])("can be tried again while %s, with no token in the address", async (_what, fault, text) => {
    backend.faults.push(fault);
    const { signedInUser } = await follow(mailed());
    await press("Sign in");
    await expectDialog(text);
    expect(location.href).not.toContain("token");
    backend.faults.pop();
    await press("Try again");
    await waitFor(() => expect(signedInUser()).toBe(ada));
  });

  it("has a new password set after a recovery", async () => {
    await follow(mailed("recovery"));
    await press("Sign in");
    await expectDialog("Set a new password");
    await waitFor(() => expect(dialog().querySelector("[autocomplete=username]")).toMatchObject({ value: ada }));
  });

  it.each([
    ["with the name that was given", "mary@example.com", "Mary"],
    ["but not with the name of a person who signed up in this browser later", "percy@example.com", ""],
  ])("has the password of a sign-up set anew, %s", async (_what, asked, name) => {
    rememberAsked({ email: asked, name: "Mary" });
    await follow(mailed("signup", "mary@example.com"));
    await press("Confirm and sign in");
    await expectDialog("Your address is confirmed");
    await waitFor(() => expect(dialog().querySelector("[name=name]")).toMatchObject({ value: name }));
  });
});
