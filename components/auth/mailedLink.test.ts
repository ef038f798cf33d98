import { getByRole } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/embedded.ts";
import { people } from "../../server/mocks/people.ts";
import { answering, lostNetwork, useMockedBackend } from "../testkit/mockedBackend.ts";

const ada = people.pending;
const backend = useMockedBackend();
const calls = () => backend.calls.map(({ name }) => name);

/** A page of its own for each test: client and store live as long as a page. */
async function open(address: string) {
  vi.resetModules();
  history.replaceState(null, "", address);
  const [auth, { signedInUser }] = await Promise.all([import("./auth.ts"), import("./store.ts")]);
  return { ...auth, signedInUser };
}

beforeEach(() => {
  // auth-js says there what it also returns.
  vi.spyOn(console, "warn").mockReturnValue();
  vi.spyOn(console, "error").mockReturnValue();
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  document.body.replaceChildren();
});

describe("the link of a sign-in mail", () => {
  const verify = "POST /auth/v1/verify";
  const linkTo = async () => {
    await fetch("/auth/v1/otp", {
      method: "POST",
      headers: { apikey: embeddedPublishableKey, "content-type": "application/json" },
      body: JSON.stringify({ email: ada }),
    });
    const { hash } = new URL(/https?:\S+/u.exec(backend.state.mails.at(-1)?.text ?? "")?.[0] ?? location.href);
    return `/?ref=mail${hash}`;
  };

  it("is spent by POST, after its token has left the address bar and the history", async () => {
    const { restore, signedInUser } = await open(await linkTo());
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
  });

  it("works once, and says so the second time", async () => {
    const arrival = await linkTo();
    await (await open(arrival)).restore();
    localStorage.clear();
    const { restore, signedInUser } = await open(arrival);
    await restore();
    expect(getByRole(document.body, "alert").textContent).toContain("expired or was already used");
    expect(location.hash).toBe("");
    expect(signedInUser()).toBeNull();
  });

  it.each([
    ["there is no network", lostNetwork, "Check your connection"],
    [
      "there were too many attempts",
      answering(/verify/u, () => Response.json({ error_code: "over_request_rate_limit", msg: "x" }, { status: 429 })),
      "wait a few minutes",
    ],
  ])("stays in the address bar while %s, for a reload to try again", async (_what, fault, text) => {
    const arrival = await linkTo();
    backend.faults.push(fault);
    const { restore } = await open(arrival);
    await restore();
    expect(location.search + location.hash).toBe(arrival.slice(1));
    expect(getByRole(document.body, "alert").textContent).toContain(text);
  });

  it.each(["", "&type=email_change"])("says so when the mail program has damaged it (%s)", async (rest) => {
    const { restore } = await open(`/#token_hash=${"0".repeat(60)}${rest}`);
    await restore();
    expect(backend.calls[0]?.body).toMatchObject({ type: "email" });
    expect(getByRole(document.body, "alert").textContent).toContain("expired or was already used");
    expect(location.hash).toBe("");
  });
});
