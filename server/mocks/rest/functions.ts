import type { MockFunction } from "./functions/function.ts";
import { guards } from "./functions/guards.ts";
import { isRecord, type Row } from "./row.ts";
import { Unmocked } from "./unmocked.ts";
import { readValue } from "./values.ts";

/** What the form routes call. The operator's functions are left to the embedded stack (docs/offline.md). */
export type FunctionName = keyof typeof guards;

/** What the functions of supabase/migrations do. The service role alone may call them. */
export const functions: Record<FunctionName, MockFunction> = guards;

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
