/** Classes of a dialog and of its backdrop. */
export const dialogClass = {
  /** A title with a rule below it, as wide as the popup. */
  title: "-mx-5 border-b border-rule px-5 pb-3 text-xl",
  backdrop: "fixed inset-0 bg-[#07161bb3]",
  sheet:
    "fixed inset-y-0 right-0 grid w-full max-w-4xl content-start gap-4 overflow-y-auto border-s border-rule bg-surface p-4 text-ink sm:p-6",
  popup:
    "slip fixed inset-x-4 top-8 mx-auto grid max-h-[calc(100dvh-4rem)] max-w-2xl content-start gap-4 overflow-y-auto p-5 text-ink",
};
