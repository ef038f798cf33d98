import { createHash } from "node:crypto";
import * as v from "valibot";
import { applicationStatuses, limits, roles } from "../../../server/contract/limits.ts";
import { slugOf, sourceOfSlug } from "../../../server/contract/characters.ts";
import { lineField, proseField } from "../../../server/contract/text.ts";
import { cellText, normalName, readAddress } from "../../records/addresses.ts";
import { type Asking, type Chosen, chooseColumns, describe, readMap, settleOrder } from "./choose.ts";
import { betaFields, type Column, type Field, isUuid, type Survey, waitlistFields } from "./columns.ts";
import { readMeanings, settleStatus, some, textsOf } from "./status.ts";
import {
  cellStandings,
  type DateOrder,
  dateShape,
  isNo,
  isYes,
  readDate,
  refuse,
  Refused,
  saysNothing,
  type Standing,
  statusKinds,
  stronger,
} from "./values.ts";

/** The operator's options on how a file is read. */
export interface PlanOptions {
  map?: string[];
  meaning?: string[];
  dateFormat?: DateOrder;
  left?: true;
}

/** One line of a file, ready for the database. */
export interface Entry {
  /** Lines with the same key are duplicates: the address, or an application's id. */
  key: string;
  standing: Standing;
  /** Whether the person unsubscribed, be it beside a bounce. */
  withdrawn: boolean;
  row: Record<string, unknown>;
}

/** How each line is read, with a description for the operator. @throws Refused in `read`, for a line that cannot be taken. */
export interface Plan {
  read(cells: readonly string[]): Entry;
  described: string[];
}

const reader =
  (chosen: Chosen, cells: readonly string[]) =>
  (field: Field): string =>
    cellText(cells[chosen[field]?.index ?? -1] ?? "");

function readEmail(text: string, prefix = ""): string {
  const address = readAddress(text);
  return "email" in address ? address.email : refuse(prefix + address.problem);
}

/** Decides how lines become people of the waitlist. @throws CliError `usage` when it cannot be decided. */
export async function planWaitlist(
  context: Asking & { clock: () => Date },
  survey: Survey,
  { map = [], meaning = [], dateFormat, left: all }: PlanOptions,
): Promise<Plan> {
  const left = all === true;
  const mapped = readMap(map, [...waitlistFields, ...statusKinds, "ignored"], survey.columns);
  const { chosen, free } = chooseColumns(waitlistFields, ["email"], survey, mapped);
  const meanings = readMeanings(meaning);
  const signedUp = (column: Column) => void (chosen.created_at ??= column);
  const status = left ? [] : await settleStatus(context, free, mapped, survey, meanings, signedUp);
  const ofLeft = status.flatMap(({ kind, column }) => (kind === "left" ? column : []));
  const order = await settleOrder(context, [chosen.created_at, chosen.confirmed_at, ...ofLeft], dateFormat);
  const now = context.clock();

  function readRow(cells: readonly string[]): { email: string; row: Record<string, unknown> } {
    const cell = reader(chosen, cells);
    const email = readEmail(cell("email"));
    const row: Record<string, unknown> = { email };
    for (const field of ["created_at", "confirmed_at"] as const) {
      const text = cell(field);
      if (!saysNothing(text) && !(field === "confirmed_at" && isYes(text)))
        row[field] = readDate(field, text, order, now);
    }
    if (cell("source") !== "") row.source = sourceOfSlug(slugOf(cell("source"))) ?? null;
    const notified = cell("notified");
    if (notified !== "" && !isYes(notified) && !isNo(notified)) refuse("notified is neither true nor false.");
    if (chosen.notified) row.notified = isYes(notified);
    const id = cell("id");
    if (id !== "") row.id = isUuid(id) ? id.toLowerCase() : refuse("id is not a UUID.");
    return { email, row };
  }

  /** The person's standing; whether and since when they withdrew consent, which a bounce does not, and hides no other that does. */
  function readStanding(cells: readonly string[]) {
    let standing: Standing = left ? "unsubscribed" : "listed";
    let withdrawn = left;
    let since: string | undefined;
    for (const { column, kind, any } of status) {
      const text = cellText(cells[column.index] ?? "");
      const said =
        cellStandings(kind, text, meanings, any) ?? refuse(`${column.name} has a value that is not understood.`);
      standing = said.reduce(stronger, standing);
      withdrawn ||= said.some((one) => one === "unsubscribed" || one === "complained");
      if (kind === "left" && dateShape(text) && !isYes(text) && said.some((one) => one !== "listed"))
        since ??= dateOrNone(text, order, now);
    }
    return { standing, withdrawn, since };
  }

  const used = new Set([...status.map(({ column }) => column), ...Object.values(chosen)]);
  const ignored = [...free.filter((column) => !used.has(column)), ...(mapped.get("ignored") ?? [])];
  const described = status.map(({ kind, column }) => {
    const words = kind === "status" && !column.manyValues ? ` (${some(column, 6)})` : "";
    return `${kind} ← ${column.name}${words}`;
  });
  const isListmonk =
    survey.columns.some(({ name }) => normalName(name) === "uuid") &&
    status.some(({ column }) => textsOf(column).every((text) => /^(?:enabled|disabled|blocklisted)$/iu.test(text)));
  return {
    read(cells) {
      const { email, row } = readRow(cells);
      const { standing, withdrawn, since } = readStanding(cells);
      if (withdrawn) row.unsubscribed_at = since ?? now.toISOString();
      if (standing === "bounced" || standing === "complained") row.suppress = standing;
      return { key: email, standing, withdrawn, row };
    },
    described: [
      ...describe(chosen, order, described, ignored),
      ...(isListmonk
        ? [
            'This looks like listmonk\'s export of subscribers, which does not contain who left a list. In listmonk, open those who are "unsubscribed" under Lists, export them, too, and run: npx prelaunch import waitlist unsubscribed.csv --left',
          ]
        : []),
    ],
  };
}

/** Who left has left, whatever the date is. */
function dateOrNone(text: string, order: DateOrder | undefined, now: Date): string | undefined {
  try {
    return readDate("", text, order, now);
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

const oneOf = <Value extends string>(values: readonly Value[]) =>
  v.pipe(
    v.string(),
    v.transform((text) => values.find((value) => normalName(value) === normalName(text))),
    v.picklist(values, `Give one of ${values.join(", ")}.`),
  );

/** The fields of an application; what is blank and may be is undefined. */
const application = v.object({
  name: lineField("Enter a name.", limits.name),
  company: v.optional(lineField("Enter a company name.", limits.company)),
  role: oneOf(roles),
  reason: proseField("Enter a reason.", limits.reason),
  status: v.optional(oneOf(applicationStatuses), "pending"),
  id: v.optional(v.pipe(v.string(), v.uuid("Give a UUID, or leave it empty."), v.toLowerCase())),
});

/** An id derived from a line (RFC 9562 section 5.8, version 8), so that a file without ids adds its applications once. */
function idOf(parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Decides how lines become beta applications. @throws CliError `usage` when it cannot be decided. */
export async function planBeta(
  context: Asking & { clock: () => Date },
  survey: Survey,
  { map = [], dateFormat }: PlanOptions,
): Promise<Plan> {
  const mapped = readMap(map, [...betaFields, "ignored"], survey.columns);
  const { chosen, free } = chooseColumns(betaFields, ["email", "name", "role", "reason"], survey, mapped);
  const order = await settleOrder(context, [chosen.created_at, chosen.reviewed_at], dateFormat);
  const now = context.clock();
  return {
    read(cells) {
      const cell = reader(chosen, cells);
      const optional = (field: Field) => cell(field) || undefined;
      const read = v.safeParse(application, {
        name: cell("name"),
        company: optional("company"),
        role: cell("role"),
        reason: cell("reason"),
        status: optional("status"),
        id: optional("id"),
      });
      if (!read.success) return refuse(`${v.getDotPath(read.issues[0]) ?? "line"}: ${read.issues[0].message}`);
      const email = readEmail(cell("email"), "email: ");
      const { id: given, company = null, ...rest } = read.output;
      // The limit on open applications applies to those whose time is the database's present moment; an explicit time avoids it.
      const row: Record<string, unknown> = { ...rest, company, email, created_at: now.toISOString() };
      for (const field of ["created_at", "reviewed_at"] as const)
        if (cell(field) !== "") row[field] = readDate(field, cell(field), order, now);
      const id = given ?? idOf([email, rest.name, rest.role, rest.reason, cell("created_at")]);
      return { key: id, standing: "listed", withdrawn: false, row: { ...row, id } };
    },
    described: describe(chosen, order, [], [...free, ...(mapped.get("ignored") ?? [])]),
  };
}
