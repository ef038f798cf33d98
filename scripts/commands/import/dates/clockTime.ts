/** A time of day and its zone, in the forms that follow a date in other tools' exports. */
const clock =
  /^(\d{1,2})([:.])(\d\d)(?:\2(\d\d)(?:[.,](\d{1,9}))?)?\s*([ap]\.?m\.?)?(?:\s*uhr)?\s*(?:(?:utc|gmt)?([+-]\d{1,2}(?::?\d\d)?)|(z|utc|gmt))?(?:\s*\([^)]*\))?$/iu;

/** A time that is already in ISO 8601, as databases export it. */
const written = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/u;

const twoDigits = (text: string): string => text.padStart(2, "0");

/** The zone in ISO 8601; a time without one counts as UTC, which other tools export. */
function isoZone(offset: string | undefined): string | undefined {
  if (offset === undefined) return "Z";
  const [, sign = "+", hours = "", minutes = "00"] = /^([+-])(\d{1,2}):?(\d\d)?$/u.exec(offset) ?? [];
  return Number(hours) > 14 || Number(minutes) > 59 ? undefined : `${sign}${twoDigits(hours)}:${minutes}`;
}

function hourOf(hours: number, half: string | undefined): number | undefined {
  if (half === undefined) return hours <= 23 ? hours : undefined;
  if (hours < 1 || hours > 12) return undefined;
  return (hours % 12) + (half.toLowerCase().startsWith("p") ? 12 : 0);
}

/** Turns `5:06pm`, `17.06.33`, `17:06:00.5 GMT+2` and the like into ISO 8601, to the microsecond; an empty text into midnight in UTC. */
export function isoTime(text: string): string | undefined {
  if (text === "") return "00:00:00Z";
  if (written.test(text)) return text;
  const [whole, hours = "", , minutes = "", seconds = "00", fraction, half, offset] = clock.exec(text) ?? [];
  const hour = hourOf(Number(hours), half);
  const zone = isoZone(offset);
  if (whole === undefined || hour === undefined || zone === undefined || minutes > "59" || seconds > "59")
    return undefined;
  return `${twoDigits(String(hour))}:${minutes}:${seconds}${fraction === undefined ? "" : `.${fraction.slice(0, 6)}`}${zone}`;
}
