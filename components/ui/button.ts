const base =
  "inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-lg px-6 font-semibold transition-[color,background-color,border-color] " +
  "disabled:cursor-not-allowed disabled:border-rule disabled:bg-rule disabled:text-muted aria-disabled:pointer-events-none";

/**
 * The look of every button and button-like link; focus is drawn by the base styles.
 * `primary` is the one main action of a view, `secondary` an alternative beside it,
 * `quiet` an action inside a card or a message. All are at least 44 px high (WCAG 2.5.5).
 */
export const buttonClass = {
  primary: `${base} border border-sea bg-sea text-on-sea hover:border-sea-deep hover:bg-sea-deep`,
  secondary: `${base} border border-edge bg-surface text-ink hover:border-sea hover:text-sea`,
  quiet:
    "inline-flex min-h-11 cursor-pointer items-center font-semibold text-sea underline underline-offset-4 hover:text-sea-deep",
};
