import * as v from "valibot";
import { callFunction } from "../../cli/calls.ts";
import type { BackendContext } from "../../cli/context.ts";
import { count, counted } from "../../cli/amounts.ts";
import { type Finding, ok, wrong } from "../finding.ts";
import { unknownWithout } from "./unknownWithout.ts";

const subjects = ["waitlist", "beta_applications"] as const;
const report = v.object({
  wrong: v.record(v.string(), v.object({ count: v.number(), ids: v.array(v.string()) })),
  next: v.nullable(v.string()),
});
type Wrong = v.InferOutput<typeof report>["wrong"];

/** Most ids that a finding lists. */
const mostIds = 5;

/** Reads a table page by page; the database answers at once where its constraints guarantee every row. */
async function wrongRows(context: BackendContext, subject: (typeof subjects)[number]): Promise<Wrong> {
  const all: Wrong = {};
  let after: string | null = null;
  do {
    const args = { subject, ...(after === null ? {} : { after }) };
    const page: v.InferOutput<typeof report> = v.parse(report, await callFunction(context, "data_report", args));
    for (const [kind, { count: n, ids }] of Object.entries(page.wrong)) {
      const known = all[kind] ?? { count: 0, ids: [] };
      all[kind] = { count: known.count + n, ids: [...known.ids, ...ids].slice(0, mostIds) };
    }
    after = page.next;
  } while (after !== null);
  return all;
}

interface Kind {
  is: string;
  table: (typeof subjects)[number];
}

const kinds: Record<string, Kind> = {
  waitlist_duplicate: { is: "on the waitlist twice, by their normal form", table: "waitlist" },
  waitlist_email: { is: "on the waitlist with a malformed address", table: "waitlist" },
  application_email: { is: "with a malformed address", table: "beta_applications" },
  application_role: { is: "with an unknown role", table: "beta_applications" },
  application_status: { is: "with an unknown status", table: "beta_applications" },
};

const rows: Record<Kind["table"], [string, string]> = {
  waitlist: ["person", "people"],
  beta_applications: ["application", "applications"],
};

const look = (table: string, ids: readonly string[]): string =>
  `Correct or delete them, then restore the constraint as the schema's finding says. See them with this SQL: select * from public.${table} where id in (${ids.map((id) => `'${id}'`).join(", ")});`;

/**
 * Looks for rows that the constraints should have prevented. Lists ids, never addresses.
 * @throws CliError `unreachable`, `interrupted`.
 */
export const checkData = (context: BackendContext): Promise<Finding[]> =>
  unknownWithout({ check: "data", what: "The data", name: "data_report" }, () => findWrongRows(context));

async function findWrongRows(context: BackendContext): Promise<Finding[]> {
  const found: Wrong = {};
  for (const subject of subjects) Object.assign(found, await wrongRows(context, subject));
  const findings = Object.entries(found).map(([kind, { count: n, ids }]) => {
    const { is, table }: Kind = kinds[kind] ?? { is: kind, table: "waitlist" };
    const more = n > ids.length ? ` and ${count(n - ids.length)} more` : "";
    return wrong("data", `${counted(n, ...rows[table])} ${is}: ${ids.join(", ")}${more}`, look(table, ids));
  });
  return findings.length > 0
    ? findings
    : [ok("data", "No duplicates, no malformed addresses, no unknown roles or statuses.")];
}
