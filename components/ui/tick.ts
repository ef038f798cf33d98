/** The tick of what is done, 48 px wide: a node with a drawn sign (`.tick` in components/styles.css). */
export const tick = {
  className: "tick relative z-10 size-12 shrink-0 fill-gold",
  viewBox: "0 0 48 48",
  circle: { cx: 24, cy: 24, r: 24 },
  sign: "m14 25 7 7 13-15",
  signClass: "fill-none stroke-print",
};
