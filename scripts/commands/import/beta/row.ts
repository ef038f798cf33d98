import { createHash } from "node:crypto";
import * as v from "valibot";
import { limits, type Role, roles } from "../../../../server/contract/limits.ts";
import { type ApplicationStatus, applicationStatuses } from "../../../../server/contract/statuses.ts";
import { lineField, proseField } from "../../../../server/contract/text.ts";
import { restore } from "../../../csv/neutralise.ts";
import { readAddress } from "../../../records/readAddress.ts";
import type { Chosen } from "../columns/choose.ts";
import { normalName } from "../columns/normalName.ts";
import type { betaTargets } from "../columns/targets.ts";
import { type DateOrder, parseDate } from "../dates/parse.ts";
import type { Entry } from "../../../records/entry.ts";

/** How the lines of a file become beta applications. */
export interface BetaPlan {
  columns: Chosen<keyof typeof betaTargets>;
  order: DateOrder | undefined;
  now: Date;
}

const pick = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => normalName(value) === normalName(text));

const role = v.pipe(
  v.string(),
  v.transform((text): Role | undefined => pick(roles, text)),
  v.picklist(roles, `Give one of ${roles.join(", ")}.`),
);
const status = v.pipe(
  v.string(),
  v.transform((text): ApplicationStatus | undefined => (text === "" ? "pending" : pick(applicationStatuses, text))),
  v.picklist(applicationStatuses, `Give one of ${applicationStatuses.join(", ")}.`),
);
const email = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }) => {
    const read = readAddress(dataset.value);
    if ("email" in read) return read.email;
    addIssue({ message: read.problem });
    return NEVER;
  }),
);

const application = v.object({
  name: lineField("Enter a name.", limits.name),
  email,
  company: v.union([
    v.pipe(
      v.literal(""),
      v.transform(() => null),
    ),
    lineField("Enter a company name.", limits.company),
  ]),
  role,
  reason: proseField("Enter a reason.", limits.reason),
  status,
  id: v.union(
    [v.literal(""), v.pipe(v.string(), v.uuid("Give a UUID, or leave it empty."), v.toLowerCase())],
    "Give a UUID, or leave it empty.",
  ),
});

/**
 * An id derived from the content of a line (RFC 9562 section 5.8, version 8), so that importing a file without ids again does
 * not duplicate its applications.
 */
function idOf(parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Reads one line of the file; a string says why it cannot be taken. */
export function readApplication(line: number, cells: string[], { columns, order, now }: BetaPlan): Entry | string {
  const cell = (name: keyof typeof betaTargets): string => restore((cells[columns[name]?.index ?? -1] ?? "").trim());
  const read = v.safeParse(application, {
    name: cell("name"),
    email: cell("email"),
    company: cell("company"),
    role: cell("role"),
    reason: cell("reason"),
    status: cell("status"),
    id: cell("id"),
  });
  if (!read.success) {
    const [issue] = read.issues;
    return `${v.getDotPath(issue) ?? "line"}: ${issue.message}`;
  }
  const { id: given, ...fields } = read.output;
  const row: Record<string, unknown> = { ...fields };
  for (const name of ["created_at", "reviewed_at"] as const) {
    if (cell(name) === "") continue;
    const date = parseDate(cell(name), order, now);
    if ("problem" in date) return `${name} is ${date.problem}.`;
    row[name] = date.when;
  }
  const id = given || idOf([fields.email, fields.name, fields.role, fields.reason, cell("created_at")]);
  // The limit on open applications applies to those whose time is the database's present moment; an explicit time avoids it.
  row.created_at ??= now.toISOString();
  return { line, cells, key: id, standing: "listed", row: { ...row, id } };
}
