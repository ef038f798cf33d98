import { solveChallengeWorkers } from "altcha-lib";
import type { Challenge, Payload } from "altcha-lib/types";
import { timeout } from "../../backend/endpoint.ts";
import { arrived } from "./arrived.ts";
import { workerUrl } from "./workerUrl.ts";

/** Most workers; enough to be fast on a phone's few cores. */
const maxWorkers = 4;

/**
 * Starts the workers, so that their script is fetched together with the challenge. The caller has to end them. One core is left to
 * the page, which is being hydrated meanwhile.
 */
export function startWorkers(): Worker[] {
  const count = Math.max(1, Math.min(maxWorkers, navigator.hardwareConcurrency - 1));
  return Array.from({ length: count }, startWorker);
}

/** Workers whose script could not be loaded: blocked, gone after a deployment, or stuck on the way. */
const broken = new WeakSet<Worker>();

function startWorker(): Worker {
  const worker = new Worker(workerUrl, { type: "module" });
  // The browser waits for minutes where a connection stalls.
  const late = setTimeout(() => worker.dispatchEvent(new Event("error")), timeout);
  worker.addEventListener("message", (message) => {
    clearTimeout(late);
    if (message.data === arrived) message.stopImmediatePropagation();
  });
  // altcha-lib listens only once there is a challenge, which may be too late.
  worker.addEventListener("error", () => broken.add(worker));
  return worker;
}

/**
 * Solves a challenge off the main thread and returns the captcha token: base64 of the JSON of altcha-lib's `Payload`.
 * @throws if a worker's script cannot be loaded in time, the challenge cannot be solved within altcha-lib's 90 s, or `controller` aborts.
 */
export async function solve(challenge: Challenge, controller: AbortController, workers: Worker[]): Promise<string> {
  const unused = [...workers];
  const solution = await solveChallengeWorkers({
    challenge,
    controller,
    concurrency: workers.length,
    // If there is too little memory for all of them, altcha-lib tries again with fewer new ones.
    createWorker: () => {
      const worker = unused.pop() ?? startWorker();
      if (broken.has(worker)) throw new Error("A worker's script could not be loaded.");
      return worker;
    },
  });
  if (!solution) throw new Error("The challenge was not solved.");
  const { parameters, signature = "" } = challenge;
  const payload: Payload = { challenge: { parameters, signature }, solution };
  return btoa(JSON.stringify(payload));
}
