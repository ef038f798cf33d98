/** The look of toasts: a stack in the corner, over everything else; on a phone it spans the screen's foot. */
export const toastClass = {
  toaster: "pointer-events-none fixed inset-x-4 bottom-4 z-50 sm:left-auto sm:w-96",
  item:
    "pointer-events-auto relative mt-2 rounded-lg border border-l-4 border-edge bg-surface py-3 pr-12 pl-4 text-ink lifted " +
    "motion-safe:transition-[opacity,translate] motion-safe:starting:[translate:0_.5rem] motion-safe:starting:opacity-0",
  success: "border-l-sea",
  destructive: "border-l-danger",
  title: "font-semibold",
  text: "text-sm",
  close: "absolute top-0 right-0 grid size-11 cursor-pointer place-items-center text-xl text-muted hover:text-ink",
};
