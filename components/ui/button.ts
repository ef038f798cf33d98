// Constants, which the bundler inlines, so that parts of the page with the same look share no file.
const base =
  "inline-flex min-h-12 cursor-pointer items-center justify-center gap-2 rounded-lg px-6 py-2 text-center font-semibold " +
  "disabled:cursor-not-allowed disabled:border-rule disabled:bg-rule disabled:text-muted aria-disabled:pointer-events-none";

/**
 * The look of the one main action of a view. Focus is drawn by the base styles. All buttons and button-like links are at
 * least 44 px high (WCAG 2.5.5).
 */
export const primaryButton = `${base} border border-sea bg-sea text-on-sea hover:border-sea-deep hover:bg-sea-deep`;

/** The look of an alternative beside the main action. */
export const secondaryButton = `${base} border border-edge bg-surface text-ink hover:border-sea hover:text-sea`;

/** The look of an alternative that leaves the lead to the main action. */
export const quieterButton = `${base} border border-rule bg-tint text-ink hover:text-sea`;

/** Added to a button that is as wide as its dialog or form on a phone: at any text size all of that is for its words. */
export const wideOnPhone = "max-sm:px-0";

/** The look of an action inside a card or a message. */
export const quietButton =
  "inline-flex min-h-11 cursor-pointer items-center text-start font-semibold text-sea underline underline-offset-4 hover:text-sea-deep";
