/** The form says this while its code is slow to come. These sentences are part of the first page load. */
export const stillLoading = "This form is still loading.";
/** The form says this if its code could not be fetched: it is gone after two builds, and some browsers retry only after a reload. */
export const couldNotLoad = "This part of the page couldn’t load. Reload the page, or check your connection.";
/** A mail's link says this in the same case. A reload cannot repeat it, because the link has left the address by then. */
export const linkCouldNotLoad =
  "The page for this link couldn’t load. Check your connection, then open the link in the email again.";

/** Name of the buttons that close a toast or a dialog. */
export const closeLabel = "Close";
