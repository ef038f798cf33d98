import { waitFor } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { people } from "../../server/mocks/people.ts";
import { answering, useMockedBackend } from "../testkit/mockedBackend.ts";
import { storeSession } from "../testkit/session.ts";
import { storageKey } from "./session.ts";

const ada = people.pending;
const backend = useMockedBackend();
beforeEach(() => {
  // The client keeps the storage of the page in which it was made.
  vi.resetModules();
});
afterEach(() => localStorage.clear());

describe("beta access", () => {
  const accessOf = async (of: string = ada) => {
    storeSession({ of });
    const { loadBetaAccess } = await import("./betaAccess.ts");
    return loadBetaAccess();
  };
  const applications = /^GET \/rest\/v1\/beta_applications/u;

  it("is none for a person who has not applied", async () => {
    expect(await accessOf(people.stranger)).toBe("none");
  });

  it.each([
    [["pending", "accepted"], "pending", true],
    [["declined", "accepted", "pending"], "declined", true],
    [["accepted", "declined"], "accepted", false],
  ])("of applications that are, newest first, %j is %s", async (all, status, acceptedBefore) => {
    const created_at = "2026-01-01T10:00:00+00:00";
    const rows = all.map((each) => ({ email: ada, status: each, created_at }));
    backend.faults.push(answering(applications, () => Response.json(rows)));
    expect(await accessOf()).toEqual({ status, acceptedBefore, appliedAt: new Date(created_at) });
  });

  it.each([
    ["it has a status of the future", () => Response.json([{ status: "on-hold", created_at: "2026-01-01" }])],
    ["it cannot be read", () => Response.json({ code: "PGRST301", message: "JWT expired" }, { status: 401 })],
  ])("is unknown when %s", async (_what, answer) => {
    backend.faults.push(answering(applications, answer));
    expect(await accessOf()).toBe("unknown");
  });

  it("drops the session if its token is refused because that was ended", async () => {
    backend.faults.push(
      answering(/^GET \/auth\/v1\/user/u, () => Response.json({ error_code: "user_not_found" }, { status: 403 })),
      answering(/token/u, () => Response.json({ error_code: "refresh_token_not_found" }, { status: 400 })),
      answering(applications, () => Response.json({ code: "PGRST301", message: "x" }, { status: 401 })),
    );
    expect(await accessOf()).toBe("unknown");
    await waitFor(() => expect(localStorage.getItem(storageKey)).toBeNull());
  });
});
