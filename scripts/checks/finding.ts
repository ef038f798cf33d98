/**
 * What a check found out. `unknown`: it could not be looked at; that is not well, and not wrong either. `warning`: everything
 * works, and somebody should do something.
 */
export type Level = "ok" | "unknown" | "warning" | "wrong";

/** One line of the answer to "is all well?". */
export interface Finding {
  /** Name of the check in the output: `schema`, `links`. */
  check: string;
  level: Level;
  /** The page or file it is about, as a path of the site. */
  where?: string;
  message: string;
  /** What to do about it. */
  remedy?: string;
}

/** A check that found nothing wrong. */
export const ok = (check: string, message: string): Finding => ({ check, level: "ok", message });
/** Something that could not be looked at. */
export const unknown = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: "unknown",
  message,
  remedy,
});
/** Something that works and that somebody should look at. */
export const warning = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: "warning",
  message,
  remedy,
});
/** Something that has to be repaired; `remedy` says how. */
export const wrong = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: "wrong",
  message,
  remedy,
});

/** Findings of one check that looks at pages and files, each with the one it is about. */
export const findingsOn = (check: string) => ({
  wrong: (where: string, message: string, remedy: string): Finding => ({ ...wrong(check, message, remedy), where }),
  unknown: (where: string, message: string, remedy: string): Finding => ({ ...unknown(check, message, remedy), where }),
});
