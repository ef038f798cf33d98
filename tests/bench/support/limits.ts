/** One goal: a measured number, and its largest allowed value. */
export interface Limit {
  name: string;
  value: number;
  most?: number;
  /** Share by which the peer's own runs differ: a goal that is missed by less than that is not missed. */
  noise?: number;
}

/** By what share the runs of one measurement differ. */
export const noiseOf = (values: readonly number[]): number => Math.max(...values) / Math.min(...values) - 1;

/** Whether a number is past its limit by more than the noise. */
export const isMissed = ({ value, most, noise = 0 }: Limit): boolean =>
  most !== undefined && value > most * (1 + noise);

/** A line of output, which begins with `FAIL` if the limit is exceeded. */
export const limitLine = ({ name, value, most, noise = 0 }: Limit): string =>
  `${most === undefined ? "    " : isMissed({ name, value, most, noise }) ? "FAIL" : "ok  "} ${value.toFixed(2).padStart(8)}${most === undefined ? "         " : ` ≤ ${most.toFixed(2).padEnd(6)}`} ${name}`;
