const control =
  "w-full rounded-lg border border-edge bg-surface px-4 text-ink placeholder:text-muted " +
  "disabled:bg-rule disabled:text-muted aria-invalid:border-danger aria-invalid:outline-danger";

/** The look of what holds the captcha. A constant, which the bundler writes where it is used. */
export const captchaPlace = "col-span-full";
/** The same while the form is sent. */
export const captchaHeld = "pointer-events-none col-span-full opacity-60";

/**
 * The look of a form field, from the stack that holds it to its error line. Put `aria-invalid` on a
 * control that failed and its border follows; the message itself is what says so to everyone else.
 */
export const fieldClass = {
  /** The label, its hint, the control, and what is said of it, in that order. */
  stack: "grid content-start gap-1.5",
  /** The label, and at its other end how much of the limit is used. */
  head: "flex flex-wrap justify-between gap-x-4",
  label: "font-semibold text-ink",
  requiredMark: "text-danger",
  optionalMark: "font-normal text-muted",
  input: `${control} min-h-12 read-only:opacity-60`,
  select: `${control} select min-h-12 aria-disabled:pointer-events-none aria-disabled:opacity-60`,
  textarea: `${control} py-3 read-only:opacity-60`,
  hint: "text-sm text-muted",
  error: "text-sm font-semibold text-danger",
  /** The live region of a field; empty it takes no room. */
  said: "grid justify-items-start gap-1.5 empty:-mt-1.5",
  meant:
    "min-h-6 cursor-pointer text-left text-sm font-semibold wrap-anywhere text-sea underline underline-offset-4 hover:text-sea-deep",
};
