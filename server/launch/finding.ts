/**
 * Result of a check. `unknown`: it could not be carried out, so nothing is known to be right or wrong. `warning`: everything
 * works, but somebody should do something.
 */
export type Level = "ok" | "unknown" | "warning" | "wrong";

/** One line of the answer to "is all well?". */
export interface Finding {
  /** Name of the check in the output: `migrations`, `policy`. */
  check: string;
  level: Level;
  message: string;
  /** What to do about it. */
  remedy?: string;
}

/** A check that found nothing wrong. */
export const ok = (check: string, message: string): Finding => ({ check, level: "ok", message });
/** Something that could not be checked. */
export const unknown = (check: string, message: string, remedy: string): Finding => ({
  check,
  level: "unknown",
  message,
  remedy,
});
/** Something that works, but that somebody should look at. */
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

/** The subjects of findings about the launch, the most urgent first. */
export const launchChecks = ["site", "disk", "mail", "reviews", "webhook", "backup"] as const;

/** One line about how the launch stands. */
export interface LaunchFinding extends Finding {
  check: (typeof launchChecks)[number];
  /** For what the operator is mailed at once: what it is about, and when it happened, in ISO 8601. */
  alert?: { about: "wave" | "sender" | "applications" | "webhook" | "backup" | "disk"; at: string };
}

/** The commands in a message or a remedy, each to the end of its line or sentence: they are copied, so no line breaks inside one. */
export const commands = /npx prelaunch(?: \S*[^\s.,:;)](?!\S))*(?: \S+?(?=[.,:;)]*(?:\s|$)))?|npm start/gu;

/** A finding as it is shown, without what only mails to the operator need. */
export const shown = ({ check, level, message, remedy }: Finding): Finding => ({
  check,
  level,
  message,
  ...(remedy === undefined ? {} : { remedy }),
});
