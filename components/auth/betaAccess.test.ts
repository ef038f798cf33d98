import { afterEach, describe, expect, it } from "vitest";
import { people } from "../../server/mocks/people.ts";
import { answering, useMockedBackend } from "../testkit/mockedBackend.ts";
import { storeSession } from "../testkit/session.ts";
import { loadBetaAccess } from "./betaAccess.ts";
import { setSignedInUser } from "./store.ts";

const ada = people.pending;
const backend = useMockedBackend();
afterEach(() => {
  localStorage.clear();
  // Tests of other files share the modules.
  setSignedInUser(null);
});

describe("beta access", () => {
  const accessOf = async (of: string = ada) => {
    storeSession({ of });
    return loadBetaAccess();
  };
  const applications = /^GET \/rest\/v1\/beta_applications/u;

  it.each([
    [people.pending, "pending"],
    [people.accepted, "accepted"],
    [people.declined, "declined"],
  ])("of %s is %s", async (email, status) => {
    expect(await accessOf(email)).toMatchObject({ status, acceptedBefore: false });
  });

  it("waits for a session that another tab is about to have stored", async () => {
    const access = loadBetaAccess();
    await new Promise((resolve) => setTimeout(resolve, 50));
    storeSession();
    expect(await access).toMatchObject({ status: "pending" });
  });

  it("of who has not applied is none", async () => {
    expect(await accessOf(people.stranger)).toBe("none");
  });

  it("asks for address, status and date of the applications, newest first, and nothing else", async () => {
    await accessOf();
    expect(backend.calls.map(({ name }) => name)).toContain(
      "GET /rest/v1/beta_applications?select=email,status,created_at&order=created_at.desc&limit=100",
    );
  });

  it.each([
    [["pending", "accepted"], "pending", true],
    [["declined", "accepted", "pending"], "declined", true],
    [["accepted", "declined"], "accepted", false],
    [["pending", "declined"], "pending", false],
  ])("of applications that are, newest first, %j is %s", async (all, status, acceptedBefore) => {
    const created_at = "2026-01-01T10:00:00+00:00";
    const headers = { date: "Fri, 02 Jan 2026 12:00:00 GMT" };
    const rows = all.map((each) => ({ email: ada, status: each, created_at }));
    backend.faults.push(answering(applications, () => Response.json(rows, { headers })));
    const times = { appliedAt: new Date(created_at), asOf: new Date(headers.date) };
    expect(await accessOf()).toEqual({ status, acceptedBefore, ...times });
  });

  it.each([
    ["it has a status of the future", () => Response.json([{ status: "on-hold", created_at: "2026-01-01" }])],
    ["it has no date", () => Response.json([{ status: "pending" }])],
    ["it cannot be read", () => Response.json({ code: "PGRST301", message: "JWT expired" }, { status: 401 })],
  ])("is unknown when %s", async (_what, answer) => {
    backend.faults.push(answering(applications, answer));
    expect(await accessOf()).toBe("unknown");
  });
});
