import { table } from "../../../scripts/cli/table.ts";
import { median } from "./statistics.ts";

/** One measurement. */
export interface Measurement {
  name: string;
  unit: string;
  values: readonly number[];
  /** The same measurement of the peer, in alternation. */
  against?: readonly number[] | undefined;
  /** The goal: the largest allowed value. */
  limit?: number;
}

/** The median absolute deviation of measurements. */
export function noise(values: readonly number[]): number {
  const middle = median(values);
  return median(values.map((value) => Math.abs(value - middle)));
}

/** Whether a goal is missed by more than the noise of its run. */
const missed = ({ values, limit = Infinity }: Measurement): boolean => median(values) - noise(values) > limit;

/** Prints measurements beside their goals, and sets exit code 1 if one is missed. */
export function report(title: string, measurements: readonly Measurement[]): void {
  const rows = measurements.map((measurement) => {
    const { name, unit, values, against, limit } = measurement;
    const figure = (value: number) => `${Math.round(value)} ${unit}`;
    return [
      name,
      figure(median(values)),
      `± ${figure(noise(values))}`,
      against ? figure(median(against)) : "",
      against ? (median(values) / median(against)).toFixed(2) : "",
      limit === undefined ? "" : `${figure(limit)}${missed(measurement) ? " missed" : ""}`,
    ];
  });
  process.stdout.write(table([[title, "median", "noise", "against", "ratio", "goal"], ...rows]));
  if (measurements.some(missed)) process.exitCode = 1;
}
