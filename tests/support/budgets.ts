/** Limits of the page's size, in bytes as they are sent, without headers and icons (docs/decisions/0167). */
export const budgets = {
  /** JavaScript of the first load; a project's address, a base path and the letters of files' hashes take up to a hundred of it. */
  script: 1_900,
  /** JavaScript that a visitor downloads in addition to use the forms, in the build's brotli: React and the forms. */
  interaction: 75_000,
};
