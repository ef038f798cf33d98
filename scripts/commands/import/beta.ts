import { createHash } from "node:crypto";
import * as v from "valibot";
import { limits, roles } from "../../../server/contract/limits.ts";
import { applicationStatuses } from "../../../server/contract/statuses.ts";
import { lineField, proseField } from "../../../server/contract/text.ts";
import type { BackendContext } from "../../cli/context.ts";
import { cellText, readAddress } from "../../records/addresses.ts";
import { normalName } from "../../records/addresses.ts";
import { betaTargets, chooseColumns, describeChosen, describeIgnored, readMap, settleOrder } from "./columns.ts";
import { parseDate } from "./dates.ts";
import { refuse, type Plan, type PlanOptions, readingWith } from "./plan.ts";
import type { Survey } from "./survey.ts";

const oneOf = <Value extends string>(values: readonly Value[]) =>
  v.pipe(
    v.string(),
    v.transform((text) => values.find((value) => normalName(value) === normalName(text))),
    v.picklist(values, `Give one of ${values.join(", ")}.`),
  );

const application = v.object({
  name: lineField("Enter a name.", limits.name),
  company: v.union([
    v.pipe(
      v.literal(""),
      v.transform(() => null),
    ),
    lineField("Enter a company name.", limits.company),
  ]),
  role: oneOf(roles),
  reason: proseField("Enter a reason.", limits.reason),
  status: v.union(
    [
      v.pipe(
        v.literal(""),
        v.transform(() => "pending" as const),
      ),
      oneOf(applicationStatuses),
    ],
    `Give one of ${applicationStatuses.join(", ")}.`,
  ),
  id: v.union([v.literal(""), v.pipe(v.string(), v.uuid(), v.toLowerCase())], "Give a UUID, or leave it empty."),
});

/** An id derived from a line (RFC 9562 section 5.8, version 8), so that a file without ids adds its applications once. */
function idOf(parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Decides how lines become beta applications. @throws CliError `usage` when it cannot be decided. */
export async function planBeta(
  context: BackendContext,
  survey: Survey,
  { map = [], dateFormat }: PlanOptions,
): Promise<Plan> {
  const mapped = readMap(map, [...Object.keys(betaTargets), "ignored"], survey.columns);
  const { chosen, free } = chooseColumns(betaTargets, ["email", "name", "role", "reason"], survey, mapped);
  const dated = [chosen.created_at, chosen.reviewed_at].flatMap((column) => column ?? []);
  const order = await settleOrder(context, dated, dateFormat);
  const now = context.clock();
  return {
    read: readingWith((cells) => {
      const cell = (name: string): string => cellText(cells[chosen[name]?.index ?? -1] ?? "");
      const fields = Object.fromEntries(Object.keys(application.entries).map((name) => [name, cell(name)]));
      const read = v.safeParse(application, fields);
      if (!read.success) return refuse(`${v.getDotPath(read.issues[0]) ?? "line"}: ${read.issues[0].message}`);
      const address = readAddress(cell("email"));
      const email = "email" in address ? address.email : refuse(`email: ${address.problem}`);
      const { id: given, ...rest } = read.output;
      // The limit on open applications applies to those whose time is the database's present moment; an explicit time avoids it.
      const row: Record<string, unknown> = { ...rest, email, created_at: now.toISOString() };
      for (const name of ["created_at", "reviewed_at"]) {
        if (cell(name) === "") continue;
        const date = parseDate(cell(name), order, now);
        row[name] = "when" in date ? date.when : refuse(`${name} is ${date.problem}.`);
      }
      const id = given || idOf([email, rest.name, rest.role, rest.reason, cell("created_at")]);
      return { key: id, standing: "listed", withdrawn: false, row: { ...row, id } };
    }),
    described: [
      ...describeChosen(chosen, order),
      ...describeIgnored([...free, ...(mapped.columns.get("ignored") ?? [])]),
    ],
  };
}
