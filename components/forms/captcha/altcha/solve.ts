import { solveChallengeWorkers } from "altcha-lib";
import type { Challenge, Payload } from "altcha-lib/types";
import { timeout } from "../../backend/endpoint.ts";
import { workerUrl } from "./workerUrl.ts";

/** Workers whose script could not be loaded: blocked, gone after a deployment, or stuck on the way. */
const broken = new WeakSet<Worker>();

/** Starts the worker, so that its script is fetched together with the challenge. The caller has to end it. */
export function startWorker(): Worker {
  const worker = new Worker(workerUrl, { type: "module" });
  // The browser waits for minutes where a connection stalls.
  const late = setTimeout(() => worker.dispatchEvent(new Event("error")), timeout);
  // The first message says that the script has arrived. altcha-lib would take it for a result.
  const arrived = (message: Event) => {
    clearTimeout(late);
    message.stopImmediatePropagation();
  };
  worker.addEventListener("message", arrived, { once: true });
  // altcha-lib listens only once there is a challenge, which may be too late.
  worker.addEventListener("error", () => broken.add(worker));
  return worker;
}

/**
 * Solves a challenge off the main thread and returns the captcha token: base64 of the JSON of altcha-lib's `Payload`.
 * @throws if the worker's script cannot be loaded in time, the challenge cannot be solved within altcha-lib's 90 s, or `controller` aborts.
 */
export async function solve(challenge: Challenge, controller: AbortController, worker: Worker): Promise<string> {
  if (broken.has(worker)) throw new Error("The worker's script could not be loaded.");
  const solution = await solveChallengeWorkers({ challenge, controller, concurrency: 1, createWorker: () => worker });
  if (!solution) throw new Error("The challenge was not solved.");
  const { parameters, signature = "" } = challenge;
  const payload: Payload = { challenge: { parameters, signature }, solution };
  return btoa(JSON.stringify(payload));
}
