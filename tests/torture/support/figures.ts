/** One measured value, and whether it is as required. */
export interface Figure {
  what: string;
  value: string;
  ok: boolean;
}

/** A value with a requirement. */
export const figure = (what: string, value: string | number, ok: boolean): Figure => ({
  what,
  value: String(value),
  ok,
});

/** A value for information only. */
export const note = (what: string, value: string | number): Figure => figure(what, value, true);

/** The quantile of the values: a share of them is below it. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

/** Lists how often each value occurs. */
export function tally(values: readonly (string | number)[]): string {
  const counts = new Map<string | number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].map(([value, n]) => `${value}: ${n}`).join(", ") || "none";
}
