import * as v from "valibot";
import { dataOf } from "../../cli/backend.ts";
import type { BackendContext } from "../../cli/context.ts";
import { count } from "../../cli/progressBar.ts";
import { type Finding, ok, wrong } from "./finding.ts";

const report = v.record(v.string(), v.object({ count: v.number(), ids: v.array(v.string()) }));

const kinds: Record<string, { is: string; remedy: string }> = {
  waitlist_duplicate: {
    is: "on the waitlist twice, by their normal form",
    remedy: "Remove the younger rows by id, then restore the unique index.",
  },
  waitlist_email: {
    is: "on the waitlist with a malformed address",
    remedy: "Correct or remove the rows by id, then restore the constraint.",
  },
  application_email: {
    is: "applications with a malformed address",
    remedy: "Correct or remove the rows by id, then restore the constraint.",
  },
  application_role: {
    is: "applications with an unknown role",
    remedy: "Correct the rows by id, then restore the constraint.",
  },
  application_status: {
    is: "applications with an unknown status",
    remedy: "Correct the rows by id, then restore the constraint.",
  },
};

/** Looks for rows that the constraints should have kept out. Names ids, never addresses. */
export async function checkData({ supabase, signal }: BackendContext): Promise<Finding[]> {
  const found = v.parse(report, await dataOf(supabase.rpc("data_report").retry(false), signal));
  const findings = Object.entries(found).map(([kind, { count: n, ids }]) => {
    const { is, remedy } = kinds[kind] ?? { is: kind, remedy: "Look at the rows by id." };
    return wrong("data", `${count(n)} ${is}: ${ids.join(", ")}${n > ids.length ? ", …" : ""}`, remedy);
  });
  return findings.length > 0
    ? findings
    : [ok("data", "No duplicates, no malformed addresses, no unknown roles or statuses.")];
}
