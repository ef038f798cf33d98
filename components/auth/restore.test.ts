import { waitFor } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { people, peoplesPassword } from "../../server/mocks/people.ts";
import { useAuthPage } from "../testkit/authPage.ts";
import { answering, lostNetwork } from "../testkit/mockedBackend.ts";
import { storeSession } from "../testkit/session.ts";
import { storageKey } from "./session.ts";

const incomplete = "You must provide either an email or phone number and a password";
const ada = people.pending;
const stored = () => localStorage.getItem(storageKey);
const { backend, load } = useAuthPage();
const calls = () => backend.calls.map(({ name }) => name);
const refresh = "POST /auth/v1/token?grant_type=refresh_token";

describe("signing in and up", () => {
  it.each([{ email: ada }, { phone: "+1", password: "" }])(
    "refuses %o without asking the backend",
    async (credentials) => {
      const { signIn, signUp } = await load();
      expect((await signIn(credentials)).error?.message).toBe(incomplete);
      expect((await signUp(credentials, "Ada")).error?.message).toBe(incomplete);
      expect(calls()).toEqual([]);
    },
  );

  it("signs in with a password and stores the session", async () => {
    const { signIn, signedInUser } = await load();
    expect((await signIn({ email: ada, password: "a guess" })).error).toMatchObject({ code: "invalid_credentials" });
    expect((await signIn({ email: ada, password: peoplesPassword })).error).toBeNull();
    expect(signedInUser()).toBe(ada);
    expect(stored()).toContain("refresh_token");
  });

  it("signs up with a name in the metadata and a captcha token", async () => {
    const { signUp } = await load();
    const password = "a-long-passphrase";
    expect((await signUp({ email: "mary@example.com", password }, "Mary", "token")).error).toBeNull();
    expect(backend.calls[0]?.body).toMatchObject({
      email: "mary@example.com",
      password,
      data: { name: "Mary", chose_password: true },
      gotrue_meta_security: { captcha_token: "token" },
    });
  });
});

describe("restoring a session", () => {
  it("takes up a stored one, and follows another tab that signs out", async () => {
    storeSession();
    const { restore, signedInUser } = await load();
    await restore();
    expect(signedInUser()).toBe(ada);
    localStorage.clear();
    await restore();
    expect(signedInUser()).toBeNull();
  });

  it.each([
    ["expired and cannot be refreshed", { life: -60, ended: true }],
    ["was ended elsewhere", { ended: true }],
  ])("drops one that %s", async (_what, options) => {
    storeSession(options);
    const { restore, signedInUser } = await load();
    await restore();
    await waitFor(() => expect([signedInUser(), stored()]).toEqual([null, null]));
  });

  it("refreshes one that has expired by the backend's clock, but not by the visitor's", async () => {
    storeSession({ life: -60 });
    const before = stored();
    vi.spyOn(Date, "now").mockReturnValue(Date.now() - 3 * 3_600_000);
    const { restore, signedInUser } = await load();
    await restore();
    await waitFor(() => expect(stored()).not.toBe(before));
    expect(signedInUser()).toBe(ada);
  });

  it("takes up a new one by a clock that is hours ahead, and does not refresh it", async () => {
    vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3 * 3_600_000);
    const { signIn, restore, signedInUser } = await load();
    await signIn({ email: ada, password: peoplesPassword });
    await restore();
    expect(signedInUser()).toBe(ada);
    expect(calls()).not.toContain(refresh);
  });

  it.each([
    ["there is no network", { life: 3600 }, lostNetwork, "GET /auth/v1/user"],
    ["too many refresh", { life: -60 }, answering(/token/u, () => Response.json({}, { status: 429 })), refresh],
    ["accounts are unavailable", { life: -60 }, answering(/token/u, () => Response.json({}, { status: 503 })), refresh],
  ])("keeps one while %s", async (_what, options, fault, call) => {
    storeSession(options);
    const before = stored();
    backend.faults.push(fault);
    const { restore } = await load();
    void restore();
    await waitFor(() => expect(calls()).toContain(call));
    expect(stored()).toBe(before);
  });
});

describe("signing out", () => {
  it("ends the session in every browser", async () => {
    storeSession();
    const { restore, signOut, signedInUser } = await load();
    await restore();
    await signOut();
    expect(calls()).toContain("POST /auth/v1/logout?scope=global");
    expect([signedInUser(), stored()]).toEqual([null, null]);
  });

  it("forgets the session here when there is no network, or no answer", async () => {
    storeSession();
    const { restore, signOut, signOutLimit, signedInUser } = await load();
    await restore();
    backend.faults.push(lostNetwork);
    await signOut();
    expect([signedInUser(), stored()]).toEqual([null, null]);
    backend.faults.splice(0, 1, { on: /\/logout/u, delay: 10 * signOutLimit });
    storeSession();
    await restore();
    vi.useFakeTimers();
    const done = signOut();
    await vi.advanceTimersByTimeAsync(signOutLimit);
    await done;
    vi.useRealTimers();
    expect([signedInUser(), stored()]).toEqual([null, null]);
  });
});
