/** The median of an odd number of measurements. @throws RangeError for none. */
export function median(values: readonly number[]): number {
  const middle = values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)];
  if (middle === undefined) throw new RangeError("There is no median of nothing.");
  return middle;
}

/** Measures several times, one after the other. */
export async function repeat<T>(times: number, measure: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  while (results.length < times) results.push(await measure());
  return results;
}
