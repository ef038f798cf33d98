import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, it, vi } from "vitest";
import { people, peoplesPassword } from "../../server/mocks/people.ts";
import { useDialogPage } from "../testkit/dialogPage.ts";
import { answering } from "../testkit/mockedBackend.ts";
import { storeSession } from "../testkit/session.ts";
import { storageKey } from "./session.ts";

const ada = people.pending;
const { backend, load, field, press, alert, expectFocus } = useDialogPage();

/** Each test gets a new page, because client and store live as long as a page. */
async function open() {
  vi.resetModules();
  return load();
}

describe("setting a new password", () => {
  async function openIt(reason: "recovery" | "first", name?: string) {
    storeSession({ of: ada });
    const page = await open();
    page.setSignedInUser(ada);
    act(() => page.openNewPassword(reason, name));
    return page;
  }

  it("saves it, and says so", async () => {
    await openIt("recovery");
    expect(screen.getByRole("dialog", { name: "Set a new password" })).toBeTruthy();
    await userEvent.type(field("New password"), "another passphrase{Enter}");
    await screen.findByText("Password saved");
    expect(screen.queryByRole("dialog")).toBeNull();
  });

  it.each([
    ["short", "Choose another password: this one is shorter than 8 characters."],
    ["password", "Choose another password: this one is among the first that attackers try."],
    [peoplesPassword, "This is already your password."],
  ])("refuses %j", async (password, text) => {
    await openIt("recovery");
    if (password) await userEvent.type(field("New password"), password);
    await press("Save password");
    await waitFor(() => expect(alert().textContent).toContain(text));
    await expectFocus(() => field("New password"));
  });

  it("says so when the session was ended meanwhile, and drops it", async () => {
    const { signedInUser } = await openIt("recovery");
    storeSession({ of: ada, revoked: true });
    await userEvent.type(field("New password"), "another passphrase{Enter}");
    await waitFor(() => expect(alert().textContent).toMatch(/signed out/u));
    await press("Not now");
    await waitFor(() => expect([signedInUser(), localStorage.getItem(storageKey)]).toEqual([null, null]));
  });

  it.each([
    ["reauthentication_needed", 400, "Sign in by email link again"],
    ["current_password_required", 400, "Changing a password is switched off."],
    ["refresh_token_already_used", 400, "You have been signed out."],
    ["user_banned", 403, "This account is blocked."],
    ["hook_timeout", 422, "isn’t working right now"],
  ])("explains %s", async (error_code, status, text) => {
    await openIt("recovery");
    backend.faults.push(answering(/^PUT/u, () => Response.json({ error_code, msg: "x" }, { status })));
    await userEvent.type(field("New password"), "another passphrase{Enter}");
    await waitFor(() => expect(alert().textContent).toContain(text));
  });

  it.each([
    ["signs out", null],
    ["signs somebody else in, whose password it would set", people.accepted],
  ])("gives way when another tab %s", async (_what, next) => {
    const { setSignedInUser } = await openIt("recovery");
    act(() => setSignedInUser(next));
    expect(screen.queryByRole("dialog")).toBeNull();
  });
});
