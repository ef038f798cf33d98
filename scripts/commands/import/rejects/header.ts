/** Headers of the columns with a rejected line's number and reason; no target (columns/targets.ts) has these names. */
export const rejectsHeader: readonly string[] = ["rejected line", "rejection reason"];

/** The headers in files written up to November 2026. */
const earlier: readonly string[] = ["line", "reason"];

/** How a file of rejected lines begins, whatever its delimiter. */
export const rejectsBeginning =
  /^\uFEFF?(?:rejected line(?<delimiter>[^\w\s]|\t)rejection reason\k<delimiter>|line(?<before>[^\w\s]|\t)reason\k<before>)/u;

/**
 * The header of a file with the former names of our two columns replaced by today's, so that none is taken for an
 * applicant's reason. Lines that were rejected twice have these columns twice.
 */
export function renameEarlier(header: readonly string[]): string[] {
  const renamed = [...header];
  for (let at = 0; at < header.length; at += 2) {
    const heads = header.slice(at, at + 2);
    const areOurs = [earlier, rejectsHeader].some((ours) => ours.every((head, index) => head === heads[index]));
    if (!areOurs) break;
    renamed.splice(at, 2, ...rejectsHeader);
  }
  return renamed;
}
