/** What a check has to say: something is wrong, or could not be looked at. A sound export gives nothing. */
export interface Finding {
  level: "wrong" | "skipped";
  /** The page or file it is about, as a path of the site. */
  where: string;
  message: string;
  /** What to do about it. */
  remedy: string;
}

export const wrong = (where: string, message: string, remedy: string): Finding => ({
  level: "wrong",
  where,
  message,
  remedy,
});
export const skipped = (where: string, message: string, remedy: string): Finding => ({
  level: "skipped",
  where,
  message,
  remedy,
});
