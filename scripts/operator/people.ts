import type { SupabaseClient } from "@supabase/supabase-js";
import * as v from "valibot";
import {
  friendships,
  type PeopleFilter,
  peopleOrders,
  type PeoplePage,
  type PeopleRequest,
  type PersonLine,
  standings,
} from "../../server/contract/desk.ts";
import { limits } from "../../server/contract/limits.ts";
import { isQuestion, questionOf } from "../../server/contract/questions.ts";
import {
  countOf,
  type Data,
  dataOf,
  keyset,
  newestFirst,
  oldestFirst,
  pages,
  pageSize,
  placeOf,
  type RowOrder,
} from "../cli/data.ts";
import { searchedAddress } from "../files/addresses.ts";
import { answerCells } from "../files/answers.ts";
import { contentOf } from "../files/formats.ts";
import { type Row, tables } from "./exports.ts";

/** What the page may ask for. */
export const peopleRequest = v.object({
  standing: v.exactOptional(v.picklist(standings)),
  source: v.exactOptional(v.pipe(v.string(), v.maxLength(limits.source))),
  answer: v.exactOptional(v.pipe(v.string(), v.regex(/^\w+:[^:]+$/u))),
  friends: v.exactOptional(v.picklist(friendships)),
  search: v.exactOptional(v.pipe(v.string(), v.maxLength(limits.email))),
  order: v.picklist(peopleOrders),
  after: v.exactOptional(
    v.object({
      value: v.union([v.pipe(v.string(), v.regex(/^[^"\\]*$/u)), v.number()]),
      id: v.pipe(v.string(), v.uuid()),
    }),
  ),
});

/** People of one page. */
const linesOfPage = 100;

/** What the list shows of a person. */
export const lineColumns = "id, email, created_at, confirmed_at, unsubscribed_at, source, friends";

/** Columns that orders are by. */
const orders = {
  newest: newestFirst,
  oldest: oldestFirst,
  email: { column: "email", ascending: true },
  friends: { column: "friends", ascending: false },
} as const satisfies Record<string, RowOrder>;

/** The people that a filter means. */
function matching<T>(data: Data, filter: PeopleFilter, columns: string, how: { count?: "exact"; head?: boolean } = {}) {
  const { standing, source, answer, friends } = filter;
  const search = searchedAddress(filter.search ?? "");
  // Not typed by table, as the columns are chosen at run time.
  const supabase: SupabaseClient = data.supabase;
  let query = supabase.from("people").select<string, T>(columns, how);
  if (standing === "left") query = query.not("unsubscribed_at", "is", null);
  else if (standing) query = query.is("unsubscribed_at", null);
  if (standing === "waiting") query = query.is("confirmed_at", null);
  if (standing === "confirmed") query = query.not("confirmed_at", "is", null);
  if (source) query = query.eq("source", source);
  if (friends === "brought") query = query.is("brought", true);
  if (friends === "sent") query = query.not("sent_by", "is", null);
  // PostgREST makes each * of `like` a %. Else it is the quicker one: 0.5 s instead of 3 for a million people.
  if (search.includes("*"))
    query = query.regexMatch("email", search.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  else if (search) query = query.like("email", `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`);
  const [question = "", choice = ""] = answer?.split(":") ?? [];
  if (isQuestion(question))
    query = query.contains("answers", { [question]: questionOf(question).kind === "several" ? [choice] : choice });
  return query;
}

/** The same after a row of an order. */
const ordered = <T>(data: Data, { order, after, ...filter }: PeopleRequest, columns: string) =>
  keyset(matching<T>(data, filter, columns), orders[order], after);

/**
 * People by how many friends they brought: those who brought some, then the others by their ids alone. To sort all of a million people,
 * the friends of each would have to be counted.
 */
async function byFriends(data: Data, { after, ...filter }: PeopleRequest): Promise<PersonLine[]> {
  const are = (brought: boolean) => matching<PersonLine>(data, filter, lineColumns).is("brought", brought);
  const first =
    after?.value === 0 ? [] : await dataOf(keyset(are(true), orders.friends, after).limit(linesOfPage), data.signal);
  if (first.length === linesOfPage) return first;
  const place = after?.value === 0 ? { value: after.id, id: after.id } : undefined;
  const others = keyset(are(false), { column: "id", ascending: false }, place).limit(linesOfPage - first.length);
  return [...first, ...(await dataOf(others, data.signal))];
}

/** Reads a page of people; how many there are with the first. @throws CliError as `dataOf` does. */
export async function readPeople(data: Data, request: PeopleRequest): Promise<PeoplePage> {
  const { order, after, ...filter } = request;
  const [people, total] = await Promise.all([
    order === "friends"
      ? byFriends(data, request)
      : dataOf(ordered<PersonLine>(data, request, lineColumns).limit(linesOfPage), data.signal),
    after ? undefined : countOf(matching(data, filter, "id", { count: "exact", head: true }), data.signal),
  ]);
  const last = people.at(-1);
  return {
    people,
    ...(total === undefined ? {} : { total }),
    ...(last && people.length === linesOfPage ? { next: { value: last[orders[order].column], id: last.id } } : {}),
  };
}

/** The people of a filter as a file, with the columns of `export waitlist`, oldest first. */
export function exportPeople(data: Data, filter: PeopleFilter): AsyncIterable<string | Uint8Array> {
  const { columns, sheet } = tables.waitlist;
  const stored = [...columns.filter((column) => !column.startsWith("answer_")), "answers"].join(", ");
  async function* rows(): AsyncGenerator<Row[]> {
    const found = pages(data.signal, (last) => {
      const after = placeOf(last);
      const request: PeopleRequest = { ...filter, order: "oldest", ...(after && { after }) };
      return ordered<Row & { answers?: unknown }>(data, request, stored).limit(pageSize);
    });
    for await (const page of found) yield page.map(({ answers, ...row }) => Object.assign(row, answerCells(answers)));
  }
  return contentOf("csv", rows(), columns, { sheet });
}
