const alphabet = "abcdefghijklmnopqrstuvwxyz";

/** A short name for each index: 0 is `a`, 25 is `z`, 26 is `aa`. */
export function letters(index: number): string {
  const rest = Math.floor(index / alphabet.length);
  return (rest === 0 ? "" : letters(rest - 1)) + alphabet.charAt(index % alphabet.length);
}
