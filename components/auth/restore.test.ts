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
    ["expired and cannot be refreshed", { life: -60, revoked: true }],
    ["was ended elsewhere", { revoked: true }],
  ])("drops one that %s", async (_what, options) => {
    storeSession(options);
    const { restore, signedInUser } = await load();
    await restore();
    await waitFor(() => expect([signedInUser(), stored()]).toEqual([null, null]));
  });

  it.each([
    ["whose user was erased", 3600, "user_not_found", "refresh_token_not_found"],
    ["whose user is blocked", 3600, "user_banned", "user_banned"],
    ["that is about to expire and cannot be refreshed", 60, "bad_jwt", "refresh_token_already_used"],
  ])("drops one at once %s", async (_what, life, user, token) => {
    storeSession({ life });
    backend.faults.push(
      answering(/^GET \/auth\/v1\/user/u, () => Response.json({ error_code: user }, { status: 403 })),
      answering(/token/u, () => Response.json({ error_code: token }, { status: 400 })),
    );
    const { restore, signedInUser } = await load();
    await restore();
    await waitFor(() => expect([signedInUser(), stored()]).toEqual([null, null]));
  });

  it("keeps the newer one of another tab when its own is refused", async () => {
    storeSession({ life: -60 });
    backend.faults.push(
      answering(/token/u, () => {
        storeSession({ of: people.accepted });
        return Response.json({ error_code: "refresh_token_already_used" }, { status: 400 });
      }),
    );
    const { restore, signedInUser } = await load();
    await restore();
    await restore();
    await waitFor(() => expect(signedInUser()).toBe(people.accepted));
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

  it("keeps one while there is no network", async () => {
    storeSession();
    const before = stored();
    backend.faults.push(lostNetwork);
    const { restore, signedInUser } = await load();
    await restore();
    await waitFor(() => expect(calls()).toContain("GET /auth/v1/user"));
    expect([signedInUser(), stored()]).toEqual([ada, before]);
  });

  it.each([
    ["too many refresh it at once, and the project is paused", [409, 540]],
    ["too many in its network refresh, and the service fails", [429, 503]],
  ])("keeps one while %s, and tries again", async (_what, statuses) => {
    storeSession({ life: -60 });
    const before = stored();
    const kept: (string | null)[] = [];
    const fault = answering(/token/u, () => {
      kept.push(stored());
      const [status = 503] = statuses.splice(0, 1);
      if (statuses.length === 0) backend.faults.splice(0);
      return Response.json({ error_code: "x" }, { status });
    });
    backend.faults.push(fault);
    const { restore, signedInUser } = await load();
    await restore();
    expect(kept).toEqual([before, before]);
    expect(signedInUser()).toBe(ada);
    expect(stored()).not.toBe(before);
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
