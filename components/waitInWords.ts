import { readRetryAfter } from "../server/contract/outcomes.ts";
import { formWords } from "./copy/forms.ts";

const units = [
  { name: "hour", seconds: 3600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/** Puts a `Retry-After` header into words, rounded up: "2 minutes"; "a few minutes" if it is missing or unreadable. */
export function waitInWords(header: string | null, now = Date.now()): string {
  const wait = readRetryAfter(header, now);
  if (wait === undefined) return formWords.wait.unknown;
  const seconds = Math.max(1, Math.ceil(wait / 1000));
  const unit = units.find((candidate) => seconds >= candidate.seconds) ?? units[2];
  return formWords.wait.of(Math.ceil(seconds / unit.seconds), unit.name);
}
