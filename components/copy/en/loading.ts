/** Said while a form's code is slow to come. Both sentences are part of the first page load. */
export const stillLoading = "This form is still loading.";
/** Said where code could not be fetched; some browsers fetch it again only after a reload (docs/decisions/0025). */
export const couldNotLoad =
  "This part of the page could not load. Check your connection, then try again or reload the page.";
