const control =
  "w-full rounded-lg border border-edge bg-surface px-[16px] text-ink placeholder:text-muted " +
  "disabled:bg-rule disabled:text-muted aria-invalid:border-danger aria-invalid:outline-danger";

/**
 * The look of a form field, from its container to its error message. An invalid control needs `aria-invalid`, which also changes its
 * border, and a message.
 */
export const fieldClass = {
  /** Container of the label, hint, control and messages, in that order. */
  stack: "grid content-start gap-1.5",
  /** Row of the label, with the character count at its end. */
  head: "flex flex-wrap justify-between gap-x-4",
  label: "font-semibold text-ink",
  requiredMark: "text-danger",
  optionalMark: "font-normal text-muted",
  input: `${control} min-h-12 read-only:opacity-60`,
  select: `${control} select min-h-12 aria-disabled:pointer-events-none aria-disabled:opacity-60`,
  textarea: `${control} py-3 read-only:opacity-60`,
  hint: "text-sm text-muted",
  error: "text-sm font-semibold text-danger",
  /**
   * The live region of a field, which takes no space while empty. What is in it has its whole width: of what is narrower, WebKit keeps the
   * height when a phone is turned.
   */
  said: "grid gap-1.5 empty:-mt-1.5",
  suggestion:
    "min-h-6 cursor-pointer text-start text-sm font-semibold text-sea underline underline-offset-4 hover:text-sea-deep",
};
