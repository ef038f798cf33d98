const control =
  "w-full rounded-lg border border-edge bg-surface px-4 text-ink placeholder:text-muted " +
  "disabled:bg-rule disabled:text-muted aria-invalid:border-danger";

/**
 * The look of a form field, from the stack that holds it to its error line. Put `aria-invalid` on a
 * control that failed and its border follows; the message itself is what says so to everyone else.
 */
export const fieldClass = {
  /** The label, the control, its hint and its error, in that order. */
  stack: "grid gap-1.5",
  /** The label, and at its other end how much of the limit is used. */
  head: "flex flex-wrap justify-between gap-x-4",
  label: "font-semibold text-ink",
  requiredMark: "text-danger",
  input: `${control} min-h-12 read-only:opacity-60`,
  select: `${control} min-h-12 aria-disabled:pointer-events-none aria-disabled:opacity-60`,
  textarea: `${control} py-3 read-only:opacity-60`,
  hint: "text-sm text-muted",
  error: "text-sm font-semibold text-danger",
};
