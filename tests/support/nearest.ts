/** Pairs of letters of a text, in small letters. */
const pairsOf = (text: string): Set<string> => {
  const letters = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ");
  return new Set(Array.from(letters, (_, place) => letters.slice(place, place + 2)));
};

/** The text that shares the most pairs of letters with another, for the message of a test; empty if none shares any. */
export function nearest(asked: string, texts: Iterable<string>): string {
  const wanted = pairsOf(asked);
  let [best, most] = ["", 0];
  for (const text of texts) {
    const pairs = pairsOf(text);
    const shared = [...pairs].filter((pair) => wanted.has(pair)).length;
    // If two share the same pairs, the shorter one is nearer.
    const share = (2 * shared) / (pairs.size + wanted.size);
    if (share > most) [best, most] = [text, share];
  }
  return best.trim().slice(0, 300);
}

/**
 * The parts that a long text lacks, each with the nearest text that is there, so that no failing test prints
 * the whole.
 */
export const lacking = (text: string, ...parts: readonly string[]): string[] =>
  parts
    .filter((part) => !text.includes(part))
    .map((part) => `“${part}”; the nearest is “${nearest(part, text.split(/[\n<>]|(?<=[.!?])/u))}”`);
