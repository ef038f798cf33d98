/** The language of this folder. */
export const language = {
  /** As HTML's `lang` has it (BCP 47). */
  code: "en",
  /** That of dates and numbers. */
  locale: "en-GB",
};
