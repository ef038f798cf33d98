import * as v from "valibot";
import { waveName, type WaveLines } from "../../server/contract/figures.ts";
import { callFunction, type Data } from "../data/calls.ts";
import { CliError, interruptedError } from "../data/errors.ts";
import { readWaves } from "./figures.ts";

type WaveLine = WaveLines[number];

/** Whether a wave is called so: by its number, `launch`, `confirm`, or the name of an update. */
const isCalled = (wave: WaveLine, name: string): boolean =>
  String(wave.number) === name ||
  waveName(wave) === name ||
  (wave.kind === "waitlist-confirmation" && name === "confirm");

/**
 * Finds a wave of the last 30 days by its number or name; of several with one name that which has queued mails.
 * @throws CliError `usage` when there is none, or several have queued mails; as `dataOf` does.
 */
export async function findWave(data: Data, name: string): Promise<WaveLine> {
  const waves = (await readWaves(data)).filter((wave) => isCalled(wave, name));
  const queued = waves.filter((wave) => wave.queued > 0);
  const [wave] = queued.length > 0 ? queued : waves;
  if (!wave)
    throw new CliError("usage", `There is no wave "${name}".`, { hint: "The waves there are: npx prelaunch stats" });
  if (queued.length > 1)
    throw new CliError("usage", `Several waves are called "${name}". Name one by its number:`, {
      hint: queued.map(({ number, queued: n }) => `${number}: ${n} queued`).join("\n"),
    });
  return wave;
}

const pageForm = v.object({ cancelled: v.number(), next: v.nullable(v.string()) });

/**
 * Takes back what is queued of a wave, page by page, each page in one transaction; its people count as not notified
 * by it. A mail that is being sent, or may have been sent, stays. `at` is called with the number so far. Returns how
 * many were taken back. It can be repeated.
 * @throws CliError as `dataOf` does, and `interrupted`; what earlier pages took back stays taken back.
 */
export async function cancelWave(data: Data, number: number, at: (cancelled: number) => void): Promise<number> {
  let done = 0;
  for (let after: string | null | undefined; after !== null;) {
    if (data.signal.aborted) throw interruptedError();
    const args = { number, ...(after !== undefined && { after_at: after }) };
    const page: v.InferOutput<typeof pageForm> = v.parse(pageForm, await callFunction(data, "cancel_wave_page", args));
    at((done += page.cancelled));
    after = page.next;
  }
  return done;
}
