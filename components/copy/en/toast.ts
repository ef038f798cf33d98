/** Name of the button that closes a toast. */
export const closeToast = "Close";
