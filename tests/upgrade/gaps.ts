import { type Client, escapeIdentifier, escapeLiteral } from "pg";

/** Tables of the auth service that hold accounts of ours. */
const accounts = ["auth.users", "auth.identities", "auth.sessions", "auth.refresh_tokens"];

/** The states of people in the view `people`. */
const statuses = ["unconfirmed", "confirmed", "unsubscribed", "bounced", "complained"];

/** A list that no rows can have as a whole: there is one row with a reason, that of a pause. */
const oneOf = "system_times_reason_known";

const listed = /\((\w+) = ANY \(ARRAY\[(.+?)\]\)\)/u;

/**
 * What no row of a database shows: tables without rows, columns without a value, and values that a column may have
 * and no row has, such as a kind of mail.
 * @param client connected as superuser
 */
export async function findGaps(client: Client): Promise<string[]> {
  const rowsOf = async (sql: string) => (await client.query<Record<string, string>>(sql)).rows;
  const gaps: string[] = [];
  const tables = await rowsOf(`select 'public.' || relname as name,
      (select string_agg(attname, ',' order by attnum) from pg_attribute a where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class c where relkind = 'r' and relnamespace = 'public'::regnamespace order by 1`);
  for (const { name = "", columns = "" } of [
    ...tables,
    ...accounts.map((account) => ({ name: account, columns: "" })),
  ]) {
    const names = columns.split(",").filter((column) => column !== "");
    const counts = names
      .map((column) => `, count(${escapeIdentifier(column)}) as ${escapeIdentifier(column)}`)
      .join("");
    const [found = {}] = await rowsOf(`select count(*) as "the table"${counts} from ${name}`);
    const empty = Object.keys(found).filter((column) => Number(found[column]) === 0);
    if (found["the table"] === "0") gaps.push(`${name} has no rows`);
    else gaps.push(...empty.map((column) => `${name}.${column} has no value`));
  }
  const lists =
    await rowsOf(`select conrelid::regclass::text as name, pg_get_constraintdef(oid) as text from pg_constraint
    where contype = 'c' and connamespace = 'public'::regnamespace and conrelid <> 0 and conname <> ${escapeLiteral(oneOf)}`);
  const wanted = lists.flatMap(({ name = "", text = "" }) => {
    const [, column, values = ""] = listed.exec(text) ?? [];
    return column === undefined
      ? []
      : [{ name, column, values: [...values.matchAll(/'([^']*)'/gu)].map(([, value = ""]) => value) }];
  });
  for (const { name, column, values } of [...wanted, { name: "people", column: "status", values: statuses }]) {
    const found = await rowsOf(`select distinct ${column} as value from public.${name}`);
    const missing = values.filter((value) => !found.some((row) => row["value"] === value));
    gaps.push(...missing.map((value) => `no row of ${name} has ${column} '${value}'`));
  }
  return gaps;
}
