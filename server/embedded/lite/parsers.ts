import { types } from "pg";
import { withClient } from "../database/withClient.ts";

/** Parses PostgreSQL's text form of a value. */
export type Parser = (text: string) => unknown;

const json: Parser = (text) => JSON.parse(text);
const asText: Parser = (text) => text;
const integer: Parser = (text) => {
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : BigInt(text);
};
const decimal: Parser = (text) => {
  const number = Number(text);
  return String(number) === text ? number : text;
};
// ISO 8601 with microseconds, like PostgREST: they are part of a keyset cursor.
const timestamptz: Parser = (text) => text.replace(" ", "T").replace(/([+-]\d\d)$/u, "$1:00");

const { builtins } = types;

/** lite's parsers, by the type's oid: those that it gives its own driver, except for times. */
const parsers = new Map<number, Parser>([
  [builtins.INT8, integer],
  [builtins.NUMERIC, decimal],
  [builtins.JSON, json],
  [builtins.JSONB, json],
  [builtins.DATE, asText],
  [builtins.TIME, asText],
  [builtins.TIMETZ, asText],
  [builtins.TIMESTAMP, asText],
  [builtins.TIMESTAMPTZ, timestamptz],
  [builtins.INTERVAL, asText],
]);

const textArray: number = 1009;
/** Parses an array into nested lists of texts and nulls. */
const parseTexts: Parser = types.getTypeParser(textArray, "text");

const parseArray =
  (element: Parser): Parser =>
  (text) => {
    const parsed = parseTexts(text);
    const each = (item: unknown): unknown =>
      Array.isArray(item) ? item.map(each) : typeof item === "string" ? element(item) : item;
    return each(parsed);
  };

/** The parsers of all types by oid, including arrays: `pg` has parsers for some array types only, and lite reads name[]. */
export async function readParsers(url: string): Promise<(oid: number) => Parser> {
  const { rows } = await withClient(url, (client) =>
    client.query<{ oid: number; typelem: number }>(
      "select oid, typelem from pg_catalog.pg_type where typcategory = 'A' and typelem <> 0",
    ),
  );
  const elements = new Map(rows.map(({ oid, typelem }) => [oid, typelem]));
  const parserOf = (oid: number): Parser => {
    const element = elements.get(oid);
    if (element !== undefined) return parseArray(parserOf(element));
    return parsers.get(oid) ?? types.getTypeParser(oid, "text");
  };
  return parserOf;
}
