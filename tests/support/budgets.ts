/** Limits of the page's size, in bytes as they are sent, without headers and icons (docs/decisions/0014). */
export const budgets = {
  /** The landing page: HTML, style and entry in one file. */
  firstLoad: 13_500,
  /** JavaScript that a visitor downloads in addition to use the forms, in the build's brotli: React and the forms. */
  interaction: 75_000,
};
