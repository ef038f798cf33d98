import { getByRole, queryByRole, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { people, sessionOf } from "../../server/mocks/people.ts";
import { useAuthPage } from "../testkit/authPage.ts";
import { lostNetwork } from "../testkit/mockedBackend.ts";
import { storeSession } from "../testkit/session.ts";
import { storageKey } from "./session.ts";

const ada = people.pending;
const { backend, load } = useAuthPage();
const address = () => location.pathname + location.search + location.hash;
const dialog = () => getByRole(document.body, "dialog");

/** A page of its own for each test: client and store live as long as a page. */
async function open(arrival: string, state?: unknown) {
  vi.resetModules();
  return load(arrival, state);
}

/** An address with a new session of Ada's. */
function link(type = "magiclink"): string {
  const { user: _, ...tokens } = sessionOf({ of: ada });
  return `/?ref=mail#${new URLSearchParams({ ...JSON.parse(JSON.stringify(tokens)), type })}`;
}

/** Presses the button, after which the page is loaded again, and closes the dialog, as that does. */
async function agree(): Promise<void> {
  const reload = vi.spyOn(location, "reload").mockReturnValue();
  await userEvent.click(getByRole(dialog(), "button", { name: "Change account" }));
  expect(reload).toHaveBeenCalledTimes(1);
  document.querySelector("dialog")?.close();
}

describe("a session in the address", () => {
  it("signs in and leaves the address bar and the history without its tokens", async () => {
    const before = history.length;
    const { restore, signedInUser } = await open(link());
    await restore();
    expect(signedInUser()).toBe(ada);
    expect(address()).toBe("/?ref=mail");
    expect(history.length).toBe(before);
  });

  it.each([
    "/?ref=mail#error=access_denied&error_code=otp_expired&error_description=x",
    "/?ref=mail&error=access_denied",
  ])("says so when it was refused: %s", async (refused) => {
    const { restore, signedInUser } = await open(refused);
    await restore();
    expect(getByRole(document.body, "dialog").textContent).toContain("expired or was already used");
    expect(address()).toBe("/?ref=mail");
    expect(signedInUser()).toBeNull();
  });

  it("is no address with the code of a campaign, which stays as it is", async () => {
    const { restore, signedInUser } = await open("/?ref=mail&code=SUMMER");
    await restore();
    expect(backend.calls).toEqual([]);
    expect(queryByRole(document.body, "dialog")).toBeNull();
    expect(address()).toBe("/?ref=mail&code=SUMMER");
    expect(signedInUser()).toBeNull();
  });

  it("stays in the address bar while there is no network, for a reload to try again", async () => {
    backend.faults.push(lostNetwork);
    const { restore } = await open(link());
    const arrival = address();
    await restore();
    expect(address()).toBe(arrival);
    expect(dialog().textContent).toContain("Check your connection");
    document.querySelector("dialog")?.close();
    // As when another tab has changed who is signed in.
    await restore();
    expect(queryByRole(document.body, "dialog")).toBeNull();
  });

  it("leaves a session from before alone when it fails", async () => {
    storeSession();
    const { restore, signedInUser } = await open("/#error=access_denied");
    await restore();
    expect(signedInUser()).toBe(ada);
    expect(queryByRole(document.body, "dialog")).not.toBeNull();
  });

  it("has a new password set after a recovery", async () => {
    const { restore } = await open(link("recovery"));
    await restore();
    await waitFor(() => expect(dialog().textContent).toContain("Set a new password"));
  });

  it("replaces one of the same user from before", async () => {
    storeSession();
    const before = localStorage.getItem(storageKey);
    const { restore, signedInUser } = await open(link());
    await restore();
    expect([signedInUser(), address(), queryByRole(document.body, "dialog")]).toEqual([ada, "/?ref=mail", null]);
    expect(localStorage.getItem(storageKey)).not.toBe(before);
  });

  it.each(["#", "&", "&access_token=x#"])("asks before it replaces another user's, after %s", async (place) => {
    storeSession({ of: people.accepted });
    const before = localStorage.getItem(storageKey);
    const arrival = link().replace("#", place);
    const { restore, signedInUser } = await open(arrival);
    await restore();
    expect(dialog().textContent).toContain("signs you in to another account");
    expect(signedInUser()).toBe(people.accepted);
    expect(address()).not.toContain("access_token");
    expect(localStorage.getItem(storageKey)).toBe(before);
    await agree();
    expect(address()).toBe(arrival);
  });

  it("replaces another user's once the visitor has agreed", async () => {
    storeSession({ of: people.accepted });
    const arrival = link();
    await (await open(arrival)).restore();
    await agree();
    const { restore, signedInUser } = await open(arrival, history.state);
    await restore();
    expect([signedInUser(), queryByRole(document.body, "dialog")]).toEqual([ada, null]);
  });

  it("leaves another user's alone if it fails after the visitor has agreed", async () => {
    storeSession({ of: people.accepted });
    const before = localStorage.getItem(storageKey);
    const spent = link().replace(/access_token=[^&]+/u, "access_token=spent");
    await (await open(spent)).restore();
    await agree();
    const { restore, signedInUser } = await open(spent, history.state);
    await restore();
    expect(dialog().textContent).toContain("expired or was already used");
    expect([signedInUser(), localStorage.getItem(storageKey)]).toEqual([people.accepted, before]);
  });
});
