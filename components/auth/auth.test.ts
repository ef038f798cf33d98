import { waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { people, peoplesPassword, type SessionOptions } from "../../server/mocks/people.ts";
import { useAuthPage } from "../testkit/authPage.ts";
import { answering, lostNetwork } from "../testkit/mockedBackend.ts";
import { storeSession } from "../testkit/session.ts";
import { storageKey } from "./session.ts";

const incomplete = "You must provide either an email or phone number and a password";
const ada = people.pending;
const stored = () => localStorage.getItem(storageKey);

const { backend, load } = useAuthPage();
const calls = () => backend.calls.map(({ name }) => name);
const leave = (options?: Partial<SessionOptions>) => storeSession(options);

/** A page of its own for each test: client and store live as long as a page. */
async function open() {
  vi.resetModules();
  return load();
}

/** Restores a session, and waits until the backend has said that it is not revoked: in the next test it is. */
async function withAnswers(restore: () => Promise<void>): Promise<void> {
  const network = vi.spyOn(globalThis, "fetch");
  await restore();
  await Promise.all(network.mock.results.map(({ value }) => value));
}

describe("signing in and up", () => {
  it.each([
    {},
    { email: "ada@example.com" },
    { password: "secret" },
    { email: "", password: "secret" },
    { phone: "+1", password: "" },
  ])("refuses %o without asking the backend", async (credentials) => {
    const { signIn, signUp } = await open();
    expect((await signIn(credentials)).error?.message).toBe(incomplete);
    expect((await signUp(credentials, "Ada")).error?.message).toBe(incomplete);
    expect(calls()).toEqual([]);
  });

  it("signs in with a password and stores the session", async () => {
    const { signIn, getSession, signedInUser } = await open();
    expect((await signIn({ email: ada, password: peoplesPassword })).error).toBeNull();
    expect(calls()).toEqual(["POST /auth/v1/token?grant_type=password"]);
    expect(signedInUser()).toBe(ada);
    expect((await getSession())?.user.email).toBe(ada);
    expect(stored()).toContain("refresh_token");
  });

  it("signs up with a name in the metadata and a captcha token", async () => {
    const { signUp } = await open();
    const password = "a-long-passphrase";
    expect((await signUp({ email: "mary@example.com", password }, "Mary", "token")).error).toBeNull();
    expect(backend.calls[0]?.body).toMatchObject({
      email: "mary@example.com",
      password,
      data: { name: "Mary", chose_password: true },
      gotrue_meta_security: { captcha_token: "token" },
    });
  });

  it("returns what the backend refuses", async () => {
    const { signIn, signUp, signedInUser } = await open();
    expect((await signUp({ email: "mary@example.com", password: "1" }, "Mary")).error).toMatchObject({
      name: "AuthWeakPasswordError",
    });
    expect((await signIn({ email: ada, password: "a guess" })).error).toMatchObject({ code: "invalid_credentials" });
    expect(signedInUser()).toBeNull();
  });
});

describe("restoring a session", () => {
  it("takes up a stored one", async () => {
    leave();
    const { restore, signedInUser } = await open();
    await withAnswers(restore);
    expect(signedInUser()).toBe(ada);
  });

  it("takes up one that is good for a while without the library, and refreshes it when its time comes", async () => {
    const library = vi.fn();
    vi.doMock("./supabase.ts", async (original) => {
      library();
      return original();
    });
    const { restore, signedInUser } = await open();
    // Once the code has come: it has one to two seconds left from here on, as sessions end at full ones.
    leave({ life: 92 });
    const left = stored();
    await restore();
    expect(signedInUser()).toBe(ada);
    expect(library).not.toHaveBeenCalled();
    // Until it is stored: the next test's session is in the same place.
    await expect.poll(stored).not.toBe(left);
    expect(calls()).toContain("POST /auth/v1/token?grant_type=refresh_token");
    expect(signedInUser()).toBe(ada);
    vi.doUnmock("./supabase.ts");
  });

  it("leaves alone what another tab has refreshed while the backend refused the old token", async () => {
    leave();
    backend.faults.push(answering(/^GET \/auth\/v1\/user/u, () => Response.json({ code: 401 }, { status: 401 })));
    const { restore, signedInUser } = await open();
    const restored = restore();
    localStorage.setItem(storageKey, (stored() ?? "").replace(/"access_token":"/u, '"access_token":"newer'));
    await restored;
    await expect.poll(calls).toContain("GET /auth/v1/user");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(signedInUser()).toBe(ada);
    expect(stored()).not.toBeNull();
  });

  it("refreshes one that is about to expire", async () => {
    leave({ life: 30 });
    const { restore, signedInUser } = await open();
    await restore();
    expect(signedInUser()).toBe(ada);
    expect(calls()).toContain("POST /auth/v1/token?grant_type=refresh_token");
  });

  it("drops an expired one that cannot be refreshed", async () => {
    leave({ life: -60, ended: true });
    const { restore, signedInUser } = await open();
    await restore();
    expect(signedInUser()).toBeNull();
    expect(stored()).toBeNull();
  });

  it.each([
    ["session was ended elsewhere", true],
    ["token is answered with 401", false],
  ])("drops one whose %s", async (_what, ended) => {
    leave({ ended });
    if (!ended) backend.faults.push(answering(/^GET \/auth\/v1\/user/u, () => Response.json({}, { status: 401 })));
    const { restore, signedInUser } = await open();
    await restore();
    await waitFor(() => expect(signedInUser()).toBeNull());
    expect(stored()).toBeNull();
  });

  it("refreshes one that has expired by the backend's clock, but not by the visitor's", async () => {
    leave({ life: -60 });
    const left = stored();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() - 3 * 3_600_000);
    const { restore, signedInUser } = await open();
    await restore();
    await expect.poll(stored).not.toBe(left);
    expect(calls()).toContain("POST /auth/v1/token?grant_type=refresh_token");
    expect([signedInUser(), stored()]).toEqual([ada, expect.any(String)]);
  });

  it("keeps one while the backend cannot be reached", async () => {
    leave();
    backend.faults.push(lostNetwork);
    const { restore, signedInUser } = await open();
    await restore();
    await waitFor(() => expect(calls()).toContain("GET /auth/v1/user"));
    expect(signedInUser()).toBe(ada);
  });

  it("follows another tab that signed out", async () => {
    leave();
    const { restore, signedInUser } = await open();
    await withAnswers(restore);
    localStorage.clear();
    await restore();
    expect(signedInUser()).toBeNull();
  });
});

describe("signing out", () => {
  it("ends the session in every browser", async () => {
    leave();
    const { restore, signOut, signedInUser } = await open();
    await restore();
    await signOut();
    expect(calls()).toContain("POST /auth/v1/logout?scope=global");
    expect(signedInUser()).toBeNull();
    expect(stored()).toBeNull();
  });

  it("forgets the session here when there is no network", async () => {
    leave();
    backend.faults.push(lostNetwork);
    const { restore, signOut, signedInUser } = await open();
    await restore();
    await signOut();
    expect(signedInUser()).toBeNull();
    expect(stored()).toBeNull();
  });

  it("does not wait for a backend that does not answer", async () => {
    leave();
    const { getSession, signOut, signOutLimit, signedInUser } = await open();
    // The library is here: what is still on its way after this test would read the address of the next.
    await getSession();
    vi.useFakeTimers();
    backend.faults.push({ on: /\/logout/u, delay: 10 * signOutLimit });
    const done = signOut();
    await vi.waitFor(() => expect(calls()).toContain("POST /auth/v1/logout?scope=global"), 30_000);
    await vi.advanceTimersByTimeAsync(signOutLimit);
    await done;
    vi.useRealTimers();
    expect(signedInUser()).toBeNull();
    expect(stored()).toBeNull();
  });
});
