import type { Settings } from "./resolve.ts";

/** What a later version does not know any more. */
export interface Deprecation {
  kind: "setting" | "command" | "flag" | "column" | "event";
  /** As it is written: `MAIL_BATCH`, `beta erase`, `--order`, `share_code`, `waitlist.joined`. */
  name: string;
  /** What takes its place, after "use". */
  instead: string;
  /** The version without it: at least one minor version after the first that warns. */
  goes: string;
}

/** All that goes (docs/releasing.md says when). */
export const deprecations: Deprecation[] = [];

/** A line for each of these names that goes; for all of the kind if none are given. */
export const deprecated = (kind: Deprecation["kind"], used?: readonly string[]): string[] =>
  deprecations
    .filter((one) => one.kind === kind && (used?.includes(one.name) ?? true))
    .map(({ name, instead, goes }) => `The ${kind} ${name} goes in version ${goes}: use ${instead}.`);

/** A line for each setting that somebody has set and that goes, and for each event, where something receives events. */
export const deprecatedSettings = (settings: Settings): string[] => [
  ...deprecated(
    "setting",
    Object.entries(settings).flatMap(([key, { source }]) => (source === "default" ? [] : key)),
  ),
  ...(settings.WEBHOOK_URL ? deprecated("event") : []),
];
