/**
 * The look of toasts: a stack in a corner, above everything else; on a phone across the screen, below the navigation, and over it where
 * larger text needs the room.
 */
export const toastClass = {
  toaster: "pointer-events-none fixed inset-x-4 z-50 sm:w-96 tight:inset-x-2",
  places: {
    top: "top-18 tight:top-0",
    bottom: "bottom-4 tight:bottom-2",
    topLeft: "top-18 sm:right-auto",
    topRight: "top-18 sm:left-auto",
    bottomLeft: "bottom-4 sm:right-auto",
    bottomRight: "bottom-4 sm:left-auto",
  },
  item:
    "pointer-events-auto relative mt-2 touch-none rounded-lg border border-s-4 border-edge bg-surface py-3 ps-4 pe-12 text-ink lifted tight:px-3 " +
    "motion-safe:transition-[opacity,translate] motion-safe:starting:[translate:0_.5rem] motion-safe:starting:opacity-0",
  success: "border-s-sea",
  destructive: "border-s-danger",
  title: "font-semibold",
  text: "text-sm",
  close:
    "absolute end-0 top-0 grid size-[44px] cursor-pointer place-items-center text-xl text-muted hover:text-ink tight:static tight:ms-auto",
};
