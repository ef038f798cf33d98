const units = [
  { name: "hour", seconds: 3600 },
  { name: "minute", seconds: 60 },
  { name: "second", seconds: 1 },
] as const;

/**
 * Says a `Retry-After` header (RFC 9110 section 10.2.3: seconds, or a date) in words, rounded up: "2 minutes".
 * A missing or unreadable header is "a few minutes".
 */
export function waitInWords(header: string | null, now = Date.now()): string {
  const seconds = header === null ? Number.NaN : readSeconds(header, now);
  if (Number.isNaN(seconds)) return "a few minutes";
  const wait = Math.max(1, Math.ceil(seconds));
  const unit = units.find((candidate) => wait >= candidate.seconds) ?? units[2];
  const count = Math.ceil(wait / unit.seconds);
  return `${count} ${unit.name}${count === 1 ? "" : "s"}`;
}

function readSeconds(header: string, now: number): number {
  return /^\d+$/u.test(header) ? Number(header) : (Date.parse(header) - now) / 1000;
}
