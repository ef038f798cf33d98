import { createHash } from "node:crypto";
import { rowsOf, type Side, type TableRow } from "./rows.ts";

/** The erasures of a stack: of people, by the keyed hash of their address, and of applications, by the time until which they were made. */
interface Erasures {
  hashesOf(email: string): string[];
  /** When a person was erased last, in ms. */
  people: Map<string, number>;
  /** Applications made until then were erased, in ms. */
  applicationsUntil: number;
}

const time = (value: unknown): number => Date.parse(String(value));

const sha256 = (...parts: readonly (Buffer | string)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash("sha256")).digest();

async function readErasures(source: Side): Promise<Erasures> {
  const keys: { inner: Buffer; outer: Buffer }[] = [];
  for await (const page of rowsOf(source, "suppression_keys", "id"))
    for (const { inner_key: inner, outer_key: outer } of page)
      keys.push({ inner: Buffer.from(String(inner), "hex"), outer: Buffer.from(String(outer), "hex") });
  const people = new Map<string, number>();
  let applicationsUntil = Number.NEGATIVE_INFINITY;
  for await (const page of rowsOf(source, "erasures", "id"))
    for (const { hash, erased_at: at, applications_until: until } of page) {
      if (typeof hash === "string") people.set(hash, Math.max(time(at), people.get(hash) ?? Number.NEGATIVE_INFINITY));
      if (typeof until === "string") applicationsUntil = Math.max(applicationsUntil, time(until));
    }
  // As the database's `suppression_hashes` does.
  const hashesOf = (email: string) =>
    keys.map(({ inner, outer }) => sha256(outer, sha256(inner, email.trim().toLowerCase())).toString("hex"));
  return { hashesOf, people, applicationsUntil };
}

async function isHere(source: Side, table: string, id: string): Promise<boolean> {
  for await (const _ of rowsOf(source, table, "id", { columns: "id", range: [id, id] })) return true;
  return false;
}

/**
 * The ids of rows there that an earlier move copied before they were erased here: a move removes nothing there. A row that was made
 * there after the erasure is of somebody who came back.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function erasedSince(source: Side, target: Side, table: string): Promise<string[]> {
  const { hashesOf, people, applicationsUntil } = await readErasures(source);
  const until = table === "beta_applications" ? applicationsUntil : Number.NEGATIVE_INFINITY;
  const wasErased = ({ email, created_at: made }: TableRow): boolean =>
    time(made) <= until ||
    hashesOf(String(email)).some((hash) => time(made) < (people.get(hash) ?? Number.NEGATIVE_INFINITY));
  if (people.size === 0 && until === Number.NEGATIVE_INFINITY) return [];
  const ids: string[] = [];
  for await (const page of rowsOf(target, table, "id", { columns: "id, email, created_at" }))
    for (const row of page) {
      const id = String(row.id);
      if (wasErased(row) && !(await isHere(source, table, id))) ids.push(id);
    }
  return ids;
}
