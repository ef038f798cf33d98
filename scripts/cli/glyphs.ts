/** Signs that a terminal may not have. */
export interface Glyphs {
  arrow: string;
  /** Stands where there is no figure. */
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

/** The signs of a terminal that shows Unicode, or ASCII ones. */
export const glyphsFor = (io: { unicode: boolean }): Glyphs => (io.unicode ? unicode : ascii);
