/** What a check found. `unknown`: it could not be found out; that is not well, and not wrong either. */
export type Level = "ok" | "unknown" | "wrong";

/** One line of the answer to "is all well?". */
export interface Finding {
  check: "environment" | "backend" | "schema" | "policies" | "data" | "captcha" | "export" | "clock";
  level: Level;
  message: string;
  /** What to do about it. */
  remedy?: string;
}

export const ok = (check: Finding["check"], message: string): Finding => ({ check, level: "ok", message });
export const unknown = (check: Finding["check"], message: string, remedy: string): Finding => ({
  check,
  level: "unknown",
  message,
  remedy,
});
export const wrong = (check: Finding["check"], message: string, remedy: string): Finding => ({
  check,
  level: "wrong",
  message,
  remedy,
});
