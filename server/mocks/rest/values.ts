import { isRecord } from "./row.ts";
import { readTimestamp, sortableTimestamp } from "./timestamp.ts";
import { Unmocked } from "./unmocked.ts";

/** A type of PostgreSQL, as information_schema calls it (`udt_name`). */
export type ValueType = "text" | "bool" | "uuid" | "timestamptz" | "numeric" | "jsonb";

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/iu;

const readers: Record<ValueType, (value: unknown) => unknown> = {
  text: (value) => (typeof value === "string" ? value : undefined),
  bool: (value) => (typeof value === "boolean" ? value : undefined),
  uuid: (value) => (typeof value === "string" && uuid.test(value) ? value.toLowerCase() : undefined),
  timestamptz: (value) => (typeof value === "string" ? readTimestamp(value) : undefined),
  numeric: (value) => (typeof value === "number" ? value : undefined),
  jsonb: (value) => asJsonb(value),
};

/**
 * A value from a body as PostgreSQL keeps it.
 * @throws Unmocked for every other way to write one: PostgreSQL reads some of them and refuses others.
 */
export function readValue(type: ValueType, value: unknown): unknown {
  const read = value === null ? null : readers[type](value);
  if (read === undefined) throw new Unmocked(`${JSON.stringify(value)} as ${type}`);
  return read;
}

/** A value from an address. @throws Unmocked like `readValue`, and for `jsonb`, which nothing is compared with. */
export function readOperand(type: ValueType, text: string): unknown {
  if (type === "jsonb") throw new Unmocked("a comparison with jsonb");
  return readValue(type, type === "bool" && /^(?:true|false)$/u.test(text) ? text === "true" : text);
}

/** Which of two values comes first: below 0 the first; null comes last. Text as in the C locale of the embedded stack. */
export function compareValues(type: ValueType, a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [first, second] = [a, b].map((value) =>
    type === "timestamptz" ? sortableTimestamp(String(value)) : String(value),
  );
  return first === second ? 0 : String(first) < String(second) ? -1 : 1;
}

/** JSON as `jsonb` gives it back: members by the length of their names, then by name. */
export function asJsonb(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(asJsonb);
  if (!isRecord(value)) return value;
  const members = Object.entries(value).sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(members.map(([name, member]) => [name, asJsonb(member)]));
}
