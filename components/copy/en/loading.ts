/** Said of code that is slow to come, or could not be fetched. These are part of the first page load. */
export const stillLoading = "This form is still loading.";
export const couldNotLoad =
  "This part of the page could not load. Check your connection, then try again or reload the page.";
