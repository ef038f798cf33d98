/** The look of a dialog and of what is behind it. */
export const dialogClass = {
  backdrop: "fixed inset-0 bg-[#07161bb3]",
  popup:
    "fixed inset-x-4 top-8 mx-auto grid max-h-[calc(100dvh-4rem)] max-w-2xl content-start gap-4 overflow-y-auto rounded-2xl border border-rule bg-surface p-5 text-ink",
};
