/** Said of a form whose code is slow to come, or could not be fetched. These are part of the first page load. */
export const stillLoading = "This form is still loading.";
export const couldNotLoad = "This form could not load. Check your connection, then try again or reload the page.";
