/** Characters that a terminal may not be able to show. */
export interface Glyphs {
  arrow: string;
  /** Shown where there is no figure. */
  dash: string;
  ellipsis: string;
  /** A whole cell of a bar, and one that is not filled. */
  full: string;
  empty: string;
  /** Parts of a cell, from nothing up; the next one would be `full`. */
  parts: readonly string[];
}

const unicode: Glyphs = {
  arrow: "→",
  dash: "–",
  ellipsis: "…",
  full: "█",
  empty: "░",
  parts: ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"],
};
const ascii: Glyphs = { arrow: "->", dash: "-", ellipsis: "...", full: "#", empty: ".", parts: ["", "-"] };

/** Unicode characters for a terminal that shows them, ASCII ones for any other. */
export const glyphsFor = (io: { unicode: boolean }): Glyphs => (io.unicode ? unicode : ascii);
