import type { Row } from "./row.ts";

/** A refusal in PostgREST's words (https://docs.postgrest.org/en/stable/references/errors.html), as @supabase/lite 0.10.0 gives it. */
export class RestError extends Error {
  override readonly name = "RestError";
  readonly status: number;
  readonly body: { code: string; details: string | null; hint: null; message: string };

  constructor(status: number, code: string, message: string, details: string | null = null) {
    super(message);
    this.status = status;
    this.body = { code, details, hint: null, message };
  }

  static notNull(table: string, column: string, row: Row): RestError {
    const values = Object.values(row).map((value) =>
      typeof value === "boolean" ? String(value).charAt(0) : String(value),
    );
    return new RestError(
      400,
      "23502",
      `null value in column "${column}" of relation "${table}" violates not-null constraint`,
      `Failing row contains (${values.join(", ")}).`,
    );
  }

  /** lite has no code of its own for this one; hosted Supabase answers 400 with `23514`. */
  static check(table: string, constraint: string): RestError {
    return new RestError(
      500,
      "SUP",
      `PostgresError: new row for relation "${table}" violates check constraint "${constraint}"`,
    );
  }

  static unique(constraint: string, column: string, value: string): RestError {
    return new RestError(
      409,
      "23505",
      `duplicate key value violates unique constraint "${constraint}"`,
      `Key (${column})=(${value}) already exists.`,
    );
  }

  static denied(role: string, kind: "table" | "function", name: string): RestError {
    return new RestError(role === "anon" ? 401 : 403, "42501", `permission denied for ${kind} ${name}`);
  }

  static unknownColumn(table: string, column: string): RestError {
    return new RestError(400, "42703", `column ${table}.${column} does not exist`);
  }

  static unknownColumnInBody(table: string, column: string): RestError {
    return new RestError(400, "PGRST204", `Could not find the '${column}' column of '${table}' in the schema cache`);
  }

  static unknownConflictColumn(column: string): RestError {
    return new RestError(400, "42703", `column "${column}" does not exist`);
  }

  static noConflictConstraint(): RestError {
    return new RestError(
      400,
      "42P10",
      "there is no unique or exclusion constraint matching the ON CONFLICT specification",
    );
  }

  static unevenRows(): RestError {
    return new RestError(400, "PGRST102", "All object keys must match");
  }

  static malformed(): RestError {
    return new RestError(400, "PGRST102", "Empty or invalid json");
  }
}
