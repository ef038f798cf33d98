import { createChallenge, solveChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { Challenge, Payload } from "altcha-lib/types";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { timeout } from "../../backend/endpoint.ts";
import { limits } from "../../../../server/contract/limits.ts";
import { solve, startWorker } from "./solve.ts";

/** Works as solve.worker.ts does, in the test's own thread. */
class InlineWorker extends EventTarget {
  static readonly scripts: string[] = [];
  static failing = false;
  /** What the work waits for. */
  static before = Promise.resolve();
  /** Whether its script arrives. */
  static arriving = true;

  constructor(script: string) {
    super();
    InlineWorker.scripts.push(new URL(script, "http://localhost").pathname);
    if (InlineWorker.arriving) void this.arrival.then(() => this.#say("arrived"));
  }

  readonly arrival = new Promise((resolve) => setTimeout(resolve, 1));
  #say(data: unknown) {
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  async postMessage({
    challenge,
    counterStart,
    counterStep,
  }: {
    challenge?: Challenge;
    counterStart: number;
    counterStep: number;
  }) {
    if (!challenge || !InlineWorker.arriving) return;
    await this.arrival;
    await InlineWorker.before;
    const data = InlineWorker.failing
      ? { error: "no WebCrypto here" }
      : await solveChallenge({ challenge, counterStart, counterStep, deriveKey });
    this.#say(data);
  }

  terminate() {}
}

const hmacSignatureSecret = "signed by the backend";
const challenge = () =>
  createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: 1,
    keyPrefix: "0",
    deriveKey,
    hmacSignatureSecret,
  });

beforeEach(() => {
  vi.stubGlobal("Worker", InlineWorker);
});
afterEach(() => {
  vi.unstubAllGlobals();
  InlineWorker.scripts.length = 0;
  InlineWorker.failing = false;
  InlineWorker.before = Promise.resolve();
  InlineWorker.arriving = true;
  vi.useRealTimers();
});

it("packs challenge and solution as a token the backend can verify and the contract has room for", async () => {
  const token = await solve(await challenge(), new AbortController(), startWorker());
  const payload: Payload = JSON.parse(atob(token));
  expect(await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })).toMatchObject({ verified: true });
  expect(token.length).toBeLessThan(limits.captcha);
});

it("works in one worker, whatever the machine has", async () => {
  await solve(await challenge(), new AbortController(), startWorker());
  expect(InlineWorker.scripts).toEqual([expect.stringMatching(/solve\.worker\.ts$/u)]);
});

it("fails where a worker's script could not be loaded before there was a challenge", async () => {
  const worker = startWorker();
  worker.dispatchEvent(new Event("error"));
  await expect(solve(await challenge(), new AbortController(), worker)).rejects.toThrow("could not be loaded");
});

it("fails where the work cannot be done", async () => {
  InlineWorker.failing = true;
  await expect(solve(await challenge(), new AbortController(), startWorker())).rejects.toThrow("no WebCrypto here");
});

it.each(["before", "after"])(
  "fails where a script is stuck on the way, with a challenge %s its time is up",
  async (when) => {
    vi.useFakeTimers();
    InlineWorker.arriving = false;
    const worker = startWorker();
    const work = await challenge();
    if (when === "after") await vi.advanceTimersByTimeAsync(timeout);
    const end = solve(work, new AbortController(), worker).then(
      () => "solved",
      () => "failed",
    );
    if (when === "before") await vi.advanceTimersByTimeAsync(timeout);
    expect(await end).toBe("failed");
  },
);

it("gives work as long as it needs once the script has arrived", async () => {
  vi.useFakeTimers();
  InlineWorker.before = new Promise((resolve) => setTimeout(resolve, 4 * timeout));
  const pending = solve(await challenge(), new AbortController(), startWorker());
  await vi.advanceTimersByTimeAsync(4 * timeout);
  expect(await pending).toBeTruthy();
});
