import { createChallenge, solveChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge, Payload } from "altcha-lib/types";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { challengeLife, limits } from "../../../server/contract/limits.ts";
import { createProof } from "./proof.ts";

interface Work {
  challenge?: Challenge;
  counterStart: number;
  counterStep: number;
}

/** Works as solve.worker.ts does, in the test's own thread. */
class InlineWorker extends EventTarget {
  static failing = false;

  async postMessage({ challenge, ...work }: Work) {
    if (!challenge) return;
    if (InlineWorker.failing) return void this.dispatchEvent(new Event("error"));
    const data = await solveChallenge({ challenge, ...work, deriveKey });
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  terminate() {}
}

const hmacSignatureSecret = "signed by the backend";
const network = vi.fn<typeof fetch>();
const onWait = vi.fn<(why: string) => void>();
const busy = (after: string) => async () => new Response(null, { status: 503, headers: { "retry-after": after } });
const challenge = async () =>
  Response.json(
    await createChallenge({ algorithm: "PBKDF2/SHA-256", cost: 1, keyPrefix: "0", deriveKey, hmacSignatureSecret }),
  );

beforeEach(() => {
  onWait.mockReset();
  vi.stubGlobal("Worker", InlineWorker);
  vi.stubGlobal("fetch", network.mockReset().mockImplementation(challenge));
  InlineWorker.failing = false;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it("is a token the backend can verify and the contract has room for, made once", async () => {
  const proof = createProof(onWait);
  const token = await proof.token();
  const payload: Payload = JSON.parse(atob(token));
  expect(await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })).toMatchObject({ verified: true });
  expect(token.length).toBeLessThan(limits.captcha);
  expect(await proof.token()).toBe(token);
  expect(network.mock.calls.map(([address]) => address)).toEqual(["/functions/v1/forms/captcha"]);
});

it.each([
  ["the server cannot be reached", () => Promise.reject(new TypeError("Failed to fetch")), "can’t reach our server"],
  ["it will have no room for minutes", busy("120"), "Please try again in 2 minutes."],
  ["it gives no more", async () => Response.json({}, { status: 429 }), "Too many attempts"],
])("says why there is none where %s, and tries again at the next call", async (_what, answer, why) => {
  const proof = createProof(onWait);
  network.mockImplementationOnce(answer);
  await expect(proof.token()).rejects.toThrow(why);
  expect(await proof.token()).toBeTruthy();
});

it("tries again when the backend has said that it will have room, says so meanwhile, and gives up after five times", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  network.mockImplementation(busy("2"));
  const given = createProof(onWait)
    .token()
    .catch((reason: unknown) => String(reason));
  await vi.advanceTimersByTimeAsync(1999);
  expect(network).toHaveBeenCalledTimes(1);
  expect(onWait.mock.calls).toEqual([["Many people are here right now. Trying again in 2 seconds\u2026"]]);
  await vi.advanceTimersByTimeAsync(1);
  expect(network).toHaveBeenCalledTimes(2);
  expect(onWait.mock.calls.slice(1)).toEqual([[""], [expect.stringContaining("Trying again")]]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await given).toContain("Please try again in 2 seconds.");
  expect(network).toHaveBeenCalledTimes(5);
});

it("has its token from the first try that finds room", async () => {
  network.mockImplementationOnce(busy("0"));
  expect(await createProof(onWait).token()).toBeTruthy();
});

it("says so where the work cannot be done", async () => {
  InlineWorker.failing = true;
  await expect(createProof(onWait).token()).rejects.toThrow("The verification failed.");
});

it("is made anew once it was spent, and after it has expired by the visitor's own clock", async () => {
  const proof = createProof(onWait);
  const first = await proof.token();
  proof.drop();
  const second = await proof.token();
  expect(second).not.toBe(first);
  vi.spyOn(Date, "now").mockReturnValue(Date.now() + challengeLife);
  expect(await proof.token()).not.toBe(second);
});
