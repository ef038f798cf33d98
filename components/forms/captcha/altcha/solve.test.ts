import { createChallenge, solveChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import type { Challenge, Payload } from "altcha-lib/types";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { timeout } from "../../backend/endpoint.ts";
import { limits } from "../../../../server/contract/limits.ts";
import { arrived } from "./arrived.ts";
import { solve, startWorkers } from "./solve.ts";

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
    if (InlineWorker.arriving) setTimeout(() => this.dispatchEvent(new MessageEvent("message", { data: arrived })), 1);
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
    await InlineWorker.before;
    const data = InlineWorker.failing
      ? { error: "no WebCrypto here" }
      : await solveChallenge({ challenge, counterStart, counterStep, deriveKey });
    this.dispatchEvent(new MessageEvent("message", { data }));
  }

  terminate() {}
}

const hmacSignatureSecret = "signed by the backend";
/**
 * A challenge of PBKDF2, as V8 collects all garbage after each key of the page's Argon2id, and some sixteen keys are derived. That
 * page and backend agree about Argon2id is tested in tests/contract/captchaKeys.test.ts.
 */
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
  vi.stubGlobal("navigator", { hardwareConcurrency: 16 });
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
  const token = await solve(await challenge(), new AbortController(), startWorkers());
  const payload: Payload = JSON.parse(atob(token));
  expect(await verifySolution({ ...payload, deriveKey, hmacSignatureSecret })).toMatchObject({ verified: true });
  expect(token.length).toBeLessThan(limits.captcha);
});

it("works in a few workers, whatever the machine has", async () => {
  await solve(await challenge(), new AbortController(), startWorkers());
  expect(InlineWorker.scripts).toHaveLength(4);
  expect(InlineWorker.scripts[0]).toMatch(/solve\.worker\.ts$/u);
});

it.each([
  [1, 1],
  [2, 1],
  [4, 3],
])("leaves a core to the page: of %s it takes %s", (cores, count) => {
  vi.stubGlobal("navigator", { hardwareConcurrency: cores });
  expect(startWorkers()).toHaveLength(count);
});

it("fails where a worker's script could not be loaded before there was a challenge", async () => {
  const workers = startWorkers();
  workers[1]?.dispatchEvent(new Event("error"));
  await expect(solve(await challenge(), new AbortController(), workers)).rejects.toThrow("could not be loaded");
});

it("fails where the work cannot be done", async () => {
  InlineWorker.failing = true;
  await expect(solve(await challenge(), new AbortController(), startWorkers())).rejects.toThrow("no WebCrypto here");
});

it.each(["before", "after"])(
  "fails where a script is stuck on the way, with a challenge %s its time is up",
  async (when) => {
    vi.useFakeTimers();
    InlineWorker.arriving = false;
    const workers = startWorkers();
    const work = await challenge();
    if (when === "after") await vi.advanceTimersByTimeAsync(timeout);
    const end = solve(work, new AbortController(), workers).then(
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
  const pending = solve(await challenge(), new AbortController(), startWorkers());
  await vi.advanceTimersByTimeAsync(4 * timeout);
  expect(await pending).toBeTruthy();
});
