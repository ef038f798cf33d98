import * as v from "valibot";
import { emailField } from "../../contract/text.ts";
import { limits, maxOpenApplications, roles } from "../../contract/limits.ts";
import { RestError } from "./restError.ts";
import { isRecord, type Row } from "./row.ts";
import { timestamp } from "./timestamp.ts";
import type { ValueType } from "./values.ts";

type Verb = "select" | "insert" | "update" | "delete";

interface Column {
  type: ValueType;
  /** What it is when an insert does not say. */
  initial?: () => unknown;
  notNull?: true;
}

/** A table as supabase/migrations make it; tests/mocks/schema.test.ts compares the two. */
export interface Table {
  /** In the order of `select *`. */
  columns: Record<string, Column>;
  /** Unique indexes and the column each is on. */
  unique: Record<string, string>;
  /** CHECK constraints; a null passes, as in SQL. */
  checks: Record<string, (row: Row) => boolean>;
  /** What a trigger refuses to add to the rows there are. */
  refuses?: (row: Row, rows: readonly Row[]) => RestError | undefined;
  /** What a signed-in user may do; the service role may do everything, a visitor nothing. */
  authenticated: readonly Verb[];
  /** The rows a signed-in user sees. */
  visible?: (row: Row, email: string) => boolean;
}

const length = (column: string, min: number, max: number) => (row: Row) => {
  const value = row[column];
  return typeof value !== "string" || ([...value].length >= min && [...value].length <= max);
};
const oneOf = (column: string, values: readonly unknown[]) => (row: Row) => values.includes(row[column]);
const matches = (column: string, pattern: RegExp) => (row: Row) =>
  row[column] === null || pattern.test(String(row[column]));
const validEmail = ({ email }: Row) => v.is(emailField(limits.email), email);
const normalEmail = ({ email }: Row) =>
  String(email) === String(email).trim().toLowerCase() && String(email).indexOf("@") > 0;

const open = ({ email }: Row, rows: readonly Row[]) =>
  rows.filter((row) => row["email"] === email && row["status"] === "pending");
const tooManyOpen: Table["refuses"] = (row, rows) =>
  row["status"] === "pending" &&
  rows.every((other) => other["id"] !== row["id"]) &&
  open(row, rows).length >= maxOpenApplications
    ? new RestError(429, "PT429", "This address has five pending applications.")
    : undefined;

const id: Column = { type: "uuid", initial: () => crypto.randomUUID(), notNull: true };
const now: Column = { type: "timestamptz", initial: () => timestamp(new Date()), notNull: true };
const text: Column = { type: "text", notNull: true };
const optionalText: Column = { type: "text" };
const time: Column = { type: "timestamptz" };

/** What a browser or a form route asks; the suppression list is the operator's alone. */
const product: Record<"waitlist" | "beta_applications", Table> = {
  waitlist: {
    columns: {
      id,
      email: text,
      notified: { type: "bool", initial: () => false, notNull: true },
      created_at: now,
      confirmed_at: time,
      unsubscribed_at: time,
      source: optionalText,
    },
    unique: { waitlist_pkey: "id", waitlist_email_key: "email" },
    checks: {
      waitlist_email_length: length("email", 3, limits.email),
      waitlist_email_normal: normalEmail,
      waitlist_email_valid: validEmail,
      waitlist_source_format: matches("source", /^[a-z0-9][a-z0-9._-]{0,63}$/u),
    },
    authenticated: [],
  },
  beta_applications: {
    columns: {
      id,
      name: text,
      email: text,
      company: optionalText,
      role: text,
      reason: text,
      status: { type: "text", initial: () => "pending", notNull: true },
      created_at: now,
      reviewed_at: time,
    },
    unique: { beta_applications_pkey: "id" },
    checks: {
      beta_applications_name_length: length("name", 1, limits.name),
      beta_applications_email_length: length("email", 3, limits.email),
      beta_applications_email_normal: normalEmail,
      beta_applications_email_valid: validEmail,
      beta_applications_company_length: length("company", 1, limits.company),
      beta_applications_role_known: oneOf("role", roles),
      beta_applications_reason_length: length("reason", 1, limits.reason),
      beta_applications_status_known: oneOf("status", ["pending", "accepted", "declined"]),
    },
    refuses: tooManyOpen,
    authenticated: ["select"],
    visible: (row, email) => row["email"] === email.toLowerCase(),
  },
};

/** Every table there is. */
export const tables = {
  ...product,
  spent_captchas: {
    columns: { hash: text, expires_at: { type: "timestamptz", notNull: true } },
    unique: { spent_captchas_pkey: "hash" },
    checks: { spent_captchas_hash_format: matches("hash", /^[0-9a-f]{64}$/u) },
    authenticated: [],
  },
  rate_limits: {
    columns: { key: text, tat: { type: "timestamptz", notNull: true } },
    unique: { rate_limits_pkey: "key" },
    checks: { rate_limits_key_format: matches("key", /^[a-z]+:[0-9a-f]{64}$/u) },
    authenticated: [],
  },
  erasures: {
    columns: { id, erased_at: now, removed: { type: "jsonb", notNull: true } },
    unique: { erasures_pkey: "id" },
    checks: { erasures_removed_counts: ({ removed }) => isRecord(removed) },
    authenticated: [],
  },
} satisfies Record<string, Table>;

export type TableName = keyof typeof tables;

/** Whether the mock knows a table of this name. */
export const isTableName = (name: string): name is TableName => Object.hasOwn(tables, name);
