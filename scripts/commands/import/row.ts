import { randomUUID } from "node:crypto";
import * as v from "valibot";
import { limits } from "../../../server/contract/limits.ts";
import { emailField } from "../../../server/contract/text.ts";
import type { Database } from "../../../server/supabase/schema.ts";
import { restore } from "../../csv/neutralise.ts";
import type { Mapping, Target } from "./mapping.ts";

/** A row for the waitlist; every row of an import has the same keys. */
export type Row = Database["public"]["Tables"]["waitlist"]["Insert"];

const flags: Record<string, boolean> = {
  true: true,
  yes: true,
  y: true,
  "1": true,
  t: true,
  false: false,
  no: false,
  n: false,
  "0": false,
  f: false,
  "": false,
};

const moment = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d{1,6})?)?) ?(Z|UTC|GMT|[+-]\d\d(?::?\d\d)?)?)?$/u;

/** A moment in ISO 8601, fractions kept as they are; without a zone it is UTC, as other tools export it. */
export function parseWhen(text: string): string | undefined {
  const [, day, time = "00:00:00", zone = "Z"] = moment.exec(text) ?? [];
  if (day === undefined || Number.isNaN(Date.parse(`${day}T${time.slice(0, 5)}Z`))) return undefined;
  return `${day}T${time}${zone === "UTC" || zone === "GMT" ? "Z" : zone}`;
}

/** Makes a source of anything: the waitlist takes a-z, 0-9, dot, dash and underscore, at most 64. */
export const parseSource = (text: string): string | null =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, "-")
    .replace(/^[^a-z0-9]+/u, "")
    .slice(0, limits.source)
    .replace(/-+$/u, "") || null;

const address = emailField(limits.email);
const id = v.pipe(v.string(), v.uuid());

/**
 * Reads one record of the file; a string says why it is no row for the waitlist. Only the mapped columns are set, blank
 * ones to their defaults: rows sent together must have the same keys.
 */
export function readRow(record: readonly string[], mapping: Mapping, now: Date): Row | string {
  const cell = (target: Target): string => restore((record[mapping[target] ?? -1] ?? "").trim());
  const email = v.safeParse(address, cell("email"));
  if (!email.success) return email.issues[0].message;
  const row: Row = { email: email.output };
  for (const target of ["created_at", "confirmed_at", "unsubscribed_at"] as const) {
    if (mapping[target] === undefined) continue;
    const text = cell(target);
    const when = text === "" ? undefined : parseWhen(text);
    if (text !== "" && when === undefined) return `${target} is no date this understands, such as 2026-05-04 12:00:00.`;
    if (target === "created_at") row.created_at = when ?? now.toISOString();
    else row[target] = when ?? null;
  }
  if (mapping.source !== undefined) row.source = parseSource(cell("source"));
  if (mapping.notified !== undefined) {
    const notified = flags[cell("notified").toLowerCase()];
    if (notified === undefined) return "notified is neither true nor false.";
    row.notified = notified;
  }
  if (mapping.id !== undefined) {
    const given = cell("id");
    if (given !== "" && !v.is(id, given)) return "id is not a UUID.";
    row.id = given || randomUUID();
  }
  return row;
}
