import { createHash } from "node:crypto";
import * as v from "valibot";
import { betaFields } from "../../../server/contract/beta.ts";
import { applicationStatuses, roles } from "../../../server/contract/limits.ts";
import { betaColumns } from "../../../server/supabase/schema.ts";
import { normalName } from "../../files/addresses.ts";
import type { Asking } from "../../files/ask.ts";
import { chooseColumns, describe, readMap, settleOrder } from "../../files/choose.ts";
import type { Survey } from "../../files/columns.ts";
import { type Plan, type PlanOptions, readEmail, reader } from "./rows.ts";
import { readDate, refuse } from "../../files/dates.ts";
import { readMeanings } from "../../files/statusColumns.ts";
import { keyOf, saysNothing } from "../../files/statuses.ts";

const oneOf = <Value extends string>(values: readonly Value[], otherwise = "") =>
  v.pipe(
    v.string(),
    v.transform((text) => values.find((value) => normalName(value) === normalName(text))),
    v.picklist(values, `Give one of ${values.join(", ")}${otherwise}.`),
  );

/** The values that a line gives for an application. The address may be in any form that {@link readEmail} takes. */
const application = v.object({
  ...v.omit(betaFields, ["email"]).entries,
  role: oneOf(roles, `, or say what it means: --meaning "Word=${roles[1]}"`),
  status: v.optional(oneOf(applicationStatuses), "pending"),
  id: v.optional(v.pipe(v.string(), v.uuid("Give a UUID, or leave it empty."), v.toLowerCase())),
});

/**
 * An id derived from a line (RFC 9562 section 5.8, version 8), so that a file without ids adds its applications
 * once.
 */
function idOf(parts: readonly string[]): string {
  const hex = createHash("sha256").update(JSON.stringify(parts)).digest("hex");
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

/** Decides how lines become beta applications. @throws CliError `usage` when it cannot be decided. */
export async function planBeta(
  context: Asking & { clock: () => Date },
  survey: Survey,
  { map = [], meaning = [], dateFormat }: PlanOptions,
): Promise<Plan> {
  const mapped = readMap(map, [...betaColumns, "ignored"], survey.columns);
  const { chosen, free } = chooseColumns(betaColumns, ["email", "name", "role", "reason"], survey, mapped);
  const order = await settleOrder(context, [chosen.created_at, chosen.reviewed_at], dateFormat);
  const now = context.clock();
  const meanings = readMeanings(meaning, roles);
  return {
    read(cells) {
      const cell = reader(chosen, cells);
      const read = v.safeParse(application, {
        ...Object.fromEntries(v.keyof(betaFields).options.map((field) => [field, cell(field)])),
        role: meanings.get(keyOf(cell("role"))) ?? cell("role"),
        status: cell("status") || undefined,
        id: cell("id") || undefined,
      });
      if (!read.success) {
        // The form says so to the applicant.
        const message = read.issues[0].message.replace("Enter your", "Enter a");
        return refuse(`${v.getDotPath(read.issues[0]) ?? "line"}: ${message}`);
      }
      const email = readEmail(cell("email"), "email: ");
      const { id: given, ...rest } = read.output;
      const row: Record<string, unknown> = { ...rest, email, created_at: now.toISOString() };
      for (const field of ["created_at", "reviewed_at"] as const)
        if (!saysNothing(cell(field))) row[field] = readDate(field, cell(field), order, now);
      if (rest.status === "pending" && row.reviewed_at !== undefined)
        return refuse("Only a decided application has reviewed_at; this one is pending.");
      const id = given ?? idOf([email, rest.name, rest.role, rest.reason, cell("created_at")]);
      return { key: id, status: "subscribed", withdrawn: false, row: { ...row, id } };
    },
    confirmedBy: undefined,
    described: describe(chosen, order, [], [...free, ...(mapped.get("ignored") ?? [])]),
  };
}
