import type { Database } from "../../supabase/schema.ts";
import { erasure } from "./functions/erasure.ts";
import type { MockFunction } from "./functions/function.ts";
import { guards } from "./functions/guards.ts";
import { reports } from "./functions/reports.ts";
import { isRecord, type Row } from "./row.ts";
import { Unmocked } from "./unmocked.ts";
import { readValue } from "./values.ts";

/** Every function there is but `schema_report`: it describes a real database, which `prelaunch check` needs anyway. */
export type FunctionName = Exclude<keyof Database["public"]["Functions"], "schema_report">;

/** What the functions of supabase/migrations do. The service role alone may call them. */
export const functions: Record<FunctionName, MockFunction> = { ...guards, ...erasure, ...reports };

/** Whether the mock knows a function of this name. */
export const isFunctionName = (name: string): name is FunctionName => Object.hasOwn(functions, name);

/** The arguments of a call. @throws Unmocked for other ones than the function takes, and for null, which no caller gives. */
export function readArguments(name: FunctionName, body: unknown): Row {
  const { takes, optional = [] } = functions[name];
  const given = isRecord(body) ? body : { body };
  const fits =
    Object.keys(given).every((key) => Object.hasOwn(takes, key)) &&
    Object.keys(takes).every((key) => key in given || optional.includes(key));
  if (!fits || Object.values(given).includes(null)) throw new Unmocked(`the arguments ${JSON.stringify(body)}`);
  return Object.fromEntries(
    Object.entries(takes).flatMap(([key, type]) => (key in given ? [[key, readValue(type, given[key])]] : [])),
  );
}
