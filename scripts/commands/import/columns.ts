import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { normalName } from "../../records/addresses.ts";
import { type DateOrder, orderName } from "./dates.ts";
import type { Column, Survey } from "./survey.ts";

/** How one of our columns is recognised in a file: by headers in normal form, the most certain first. */
export interface Target {
  names: readonly string[];
  /** Headers that count only where the column holds dates. */
  ofDates?: readonly string[];
  /** Whether the column must hold UUIDs. */
  uuids?: true;
}

const list = (names: string): string[] => names.trim().split(/\s+/u);

const email: Target = {
  names:
    list(`email emailaddress mail emails subscriberemail youremail contactemail emailaddresses emailadresse mailadresse
    adresseemail courriel useremail primaryemail`),
};
const created: Target = {
  names: list(`createdat created createdtime creationdate createdate createddate datecreated signupdate signedupat
    signuptimestamp subscribedat subscribeddate subscriptiondate optintime optindate dateadded addedtime addedat addedon
    joinedat joinedon joindate datejoined signedupon datesubscribed subscribedon registeredat registeredon registrationdate
    profilecreatedon timestamp submittedat submittedon submitdate submitdateutc submissiondate submissiontime datesubmitted
    completiontime zeitstempel anmeldedatum angemeldetam eintragungsdatum erstelltam erstellt registrierungsdatum hinzugefuegtam
    dateinscription datedinscription date datum`),
  ofDates: list(
    "subscribed signedup signup optin optedin registered registriert joined angemeldet abonniert added startdate",
  ),
};

/** Columns of the waitlist that a file can fill, besides those that say who left (status.ts). */
export const waitlistTargets = {
  email,
  created_at: created,
  source: { names: list("source utmsource campaign referrer signupsource quelle herkunft") },
  notified: { names: ["notified"] },
  confirmed_at: {
    names: list(`confirmedat confirmtime optinconfirmedat verifiedat confirmationdate confirmdate doubleoptintime
      doubleoptindate bestaetigtam bestaetigungsdatum`),
    ofDates: list("confirmed verified activated aktiviert doubleoptin"),
  },
  id: { names: ["id"], uuids: true },
} as const satisfies Record<string, Target>;

/** Columns of the beta applications that a file can fill. */
export const betaTargets = {
  email,
  name: { names: list("name fullname yourname vollername") },
  company: { names: list("company companyname organisation organization firma unternehmen") },
  role: { names: list("role rolle iama whatdescribesyoubest") },
  reason: { names: list("reason why message whydoyouwanttojoin grund nachricht") },
  status: { names: ["status"] },
  created_at: created,
  reviewed_at: { names: ["reviewedat"] },
  id: { names: list("id submissionid responseid"), uuids: true },
} as const satisfies Record<string, Target>;

/** What `--map` says: for each of our names the columns that it comes from, and the names that come from none. */
export interface Mapped {
  columns: Map<string, Column[]>;
  left: Set<string>;
}

/**
 * Reads `--map column=Header`; `column=` leaves a column out.
 * @throws CliError `usage` for a name that is none of ours, and for a header that the file does not have.
 */
export function readMap(pairs: readonly string[], names: readonly string[], columns: readonly Column[]): Mapped {
  const mapped: Mapped = { columns: new Map(), left: new Set() };
  for (const pair of pairs) {
    const [name = "", header = ""] = pair.split(/=(.*)/su);
    if (!names.includes(name))
      throw new CliError("usage", `--map ${pair}: there is no column "${name}". There are: ${names.join(", ")}`);
    const column = columns.find((one) => one.name === header);
    if (header === "") mapped.left.add(name);
    else if (column) mapped.columns.set(name, [...(mapped.columns.get(name) ?? []), column]);
    else
      throw new CliError(
        "usage",
        `--map ${pair}: the file has no column "${header}". It has: ${columns.map((one) => one.name).join(", ")}`,
      );
  }
  return mapped;
}

/** The column of the file that each of our columns comes from. */
export type Chosen = Partial<Record<string, Column>>;

const named = (columns: readonly Column[], names: readonly string[] = []): Column[] =>
  names.flatMap((name) => columns.filter((column) => normalName(column.name) === name));

/** @throws CliError `usage` where several columns hold addresses, and the name of none decides. */
function chooseEmail(columns: readonly Column[]): Column | undefined {
  const byName = named(columns, email.names);
  const holding = columns.filter(({ addresses, filled }) => addresses * 2 > filled);
  const both = byName.find((column) => holding.includes(column));
  if (!both && holding.length > 1)
    throw new CliError("usage", `Several columns hold addresses: ${holding.map(({ name }) => name).join(", ")}.`, {
      hint: "Say which: --map email=HEADER",
    });
  return both ?? holding[0] ?? byName[0];
}

/**
 * Chooses a column for each target: as the operator mapped them, then by names and values.
 * @throws CliError `usage` where a column of `needed` is missing.
 */
export function chooseColumns(
  targets: Readonly<Record<string, Target>>,
  needed: readonly string[],
  { columns }: Survey,
  { columns: mapped, left }: Mapped,
): { chosen: Chosen; free: Column[] } {
  const chosen: Chosen = {};
  const claimed = new Set([...mapped.values()].flat());
  const free = () => columns.filter((column) => !claimed.has(column) && !Object.values(chosen).includes(column));
  for (const [name, target] of Object.entries(targets)) {
    const { names, ofDates, uuids } = target;
    const given = mapped.get(name)?.at(-1);
    const found = () =>
      name === "email"
        ? chooseEmail(free())
        : (named(free(), names).find((column) => !uuids || column.uuids > 0) ??
          named(free(), ofDates).find(({ dates, filled }) => dates * 2 > filled));
    const column = given ?? (left.has(name) ? undefined : found());
    if (column) chosen[name] = column;
  }
  const header = columns.flatMap(({ name }) => name || []).join(", ");
  for (const name of needed)
    if (!chosen[name])
      throw new CliError(
        "usage",
        `No column looks like ${name === "email" ? "e-mail addresses" : `the ${name}`}. The file has: ${header}`,
        { hint: `Name it: --map ${name}=HEADER. If a title is above the names of the columns, delete it.` },
      );
  return { chosen, free: free() };
}

/**
 * The order of day and month in a file's dates: as the operator says, or as its columns prove it.
 * @throws CliError `usage` where it is unclear and nobody can be asked.
 */
export async function settleOrder(
  { prompts }: Pick<Context, "prompts">,
  columns: readonly Column[],
  told: DateOrder | undefined,
): Promise<DateOrder | undefined> {
  const orders = [...new Set(columns.flatMap((column) => [...column.orders]))];
  const either = columns.find((column) => column.either !== undefined);
  if (told || orders.length === 1 || (orders.length === 0 && !either)) return told ?? orders[0];
  const problem =
    orders.length === 0 && either
      ? `The dates in "${either.name}" can be read two ways, as in line ${either.either}.`
      : `The dates in ${columns.map(({ name }) => `"${name}"`).join(" and ")} are in both orders.`;
  const answer = await prompts?.choose(`${problem} Which comes first, the day or the month?`, [
    { value: "dmy", label: "day" },
    { value: "mdy", label: "month" },
  ]);
  if (answer) return answer;
  const hint = "Say which number comes first: --date-format dmy (day) or --date-format mdy (month).";
  throw new CliError("usage", problem, { hint });
}

/** Describes the chosen columns: `email ← E-Mail` and the like. */
export const describeChosen = (chosen: Chosen, order: DateOrder | undefined): string[] =>
  Object.entries(chosen).flatMap(([name, column]) => {
    const isOrdered = order && name.endsWith("_at") && (column?.either !== undefined || (column?.orders.size ?? 0) > 0);
    return column ? [`  ${name} ← ${column.name}${isOrdered ? ` (${orderName[order]})` : ""}`] : [];
  });

/** The columns that are not imported, in a line. */
export function describeIgnored(columns: readonly Column[]): string[] {
  const names = columns.flatMap(({ name }) => name || []);
  return names.length > 0 ? [`  ignored: ${names.join(", ")}`] : [];
}
