/** A time of day and its zone, in the forms that follow a date in other tools' exports. */
const clock =
  /^(\d{1,2})([:.])(\d\d)(?:\2(\d\d)(?:[.,](\d{1,9}))?)?\s*([ap]\.?\s*m\.?|vorm\.|nachm\.)?(?:\s*uhr)?\s*(?:(?:utc|gmt)?([+-]\d{1,2}(?::?\d\d)?)(?:\s[a-z]{3,5})?|([a-z]{1,5}))?(?:\s*\([^)]*\))?$/iu;

/**
 * Zones by their names, as Google Forms writes them (RFC 5322 section 4.3 for America, and Europe's). Others are refused: `IST`
 * is in use for three.
 */
const zonesByOffset: readonly (readonly [string, string])[] = [
  ["Z", "z utc gmt wet wez"],
  ["-08:00", "pst"],
  ["-07:00", "mst pdt"],
  ["-06:00", "cst mdt"],
  ["-05:00", "est cdt"],
  ["-04:00", "edt"],
  ["+01:00", "cet mez west wesz bst"],
  ["+02:00", "cest mesz eet oez"],
  ["+03:00", "eest oesz"],
];
const zones = new Map(
  zonesByOffset.flatMap(([offset, names]) => names.split(" ").map((name) => [name, offset] as const)),
);

/** A time that is already in ISO 8601, as databases export it. */
const written = /^(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,6})?(?:Z|[+-](?:0\d|1[0-4]):[0-5]\d)$/u;

const twoDigits = (text: string): string => text.padStart(2, "0");

/** The zone in ISO 8601; a time without one counts as UTC, which other tools export. */
function isoZone(offset: string | undefined, name = "z"): string | undefined {
  if (offset === undefined) return zones.get(name.toLowerCase());
  const [, sign = "+", hours = "", minutes = "00"] = /^([+-])(\d{1,2}):?(\d\d)?$/u.exec(offset) ?? [];
  return Number(hours) > 14 || Number(minutes) > 59 ? undefined : `${sign}${twoDigits(hours)}:${minutes}`;
}

function hourOf(hours: number, half: string | undefined): number | undefined {
  if (half === undefined) return hours <= 23 ? hours : undefined;
  if (hours < 1 || hours > 12) return undefined;
  return (hours % 12) + (/^[pn]/iu.test(half) ? 12 : 0);
}

/** Turns `5:06pm`, `17.06.33`, `17:06:00.5 GMT+2` and the like into ISO 8601, to the microsecond; an empty text into midnight in UTC. */
export function isoTime(text: string): string | undefined {
  if (text === "") return "00:00:00Z";
  if (written.test(text)) return text;
  const [whole, hours = "", , minutes = "", seconds = "00", fraction, half, offset, name] = clock.exec(text) ?? [];
  const hour = hourOf(Number(hours), half);
  const zone = isoZone(offset, name);
  if (whole === undefined || hour === undefined || zone === undefined || minutes > "59" || seconds > "59")
    return undefined;
  return `${twoDigits(String(hour))}:${minutes}:${seconds}${fraction === undefined ? "" : `.${fraction.slice(0, 6)}`}${zone}`;
}
