/** Said while a form's code is slow to come. These sentences are part of the first page load. */
export const stillLoading = "This form is still loading.";
/** Said where code could not be fetched: after two builds it is gone, and some browsers fetch it again only after a reload. */
export const couldNotLoad = "This part of the page couldn’t load. Reload the page, or check your connection.";
/** The same for a link of a mail, which has left the address by then. */
export const linkCouldNotLoad =
  "The page for this link couldn’t load. Check your connection, then open the link in the email again.";

/** Name of the buttons that close a toast or a dialog. */
export const closeLabel = "Close";
