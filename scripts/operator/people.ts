import * as v from "valibot";
import { type CommonFilter, type FilterName, filterNames, mostIds } from "../../server/contract/peopleFilter.ts";
import { questionOf } from "../../server/contract/questions.ts";
import { waitlistFields } from "../../server/contract/waitlist.ts";
import type { WaitlistRow } from "../../server/supabase/schema.ts";
import { callFunction, countOf, type Data } from "../data/calls.ts";
import { CliError } from "../data/errors.ts";
import {
  allRows,
  batches,
  counting,
  firstRows,
  type Key,
  keyset,
  keysetOfPlaces,
  newestFirst,
  oldestFirst,
  pageSize,
  type Place,
  type RowOrder,
  selection,
} from "./pages.ts";

/** A filter of the waitlist; a person must meet every part of it. */
export interface PeopleFilter extends CommonFilter {
  notified?: boolean | undefined;
  /** Whether people confirmed their address, whether or not they are still on the list. */
  confirmed?: boolean | undefined;
  unsubscribed?: boolean | undefined;
  /** Only people who have not unsubscribed, and whose address neither bounced nor complained. */
  mailable?: boolean | undefined;
  /** A part of the address, in the form that addresses are stored in. */
  search?: string | undefined;
  /** At most {@link mostIds}, which is how many fit into the address of a request. */
  ids?: string[] | undefined;
}

/** The number of people on one page. */
const linesOfPage = 100;

/** The columns that the list shows for a person. */
export const lineColumns = [
  "id",
  ...v.keyof(waitlistFields).options,
  "created_at",
  "confirmed_at",
  "unsubscribed_at",
  "source",
  "tags",
  "friends",
] as const;
type PersonLine = Pick<WaitlistRow & { friends: number }, (typeof lineColumns)[number]>;

/** The column that each order sorts by. */
const orders = {
  newest: newestFirst,
  oldest: oldestFirst,
  email: { column: "email", ascending: true },
  friends: { column: "friends", ascending: false },
} as const satisfies Record<string, RowOrder>;

/**
 * A condition on a column of the view `people`, with an operator of PostgREST. The database's functions read the
 * same conditions (people_where), so that each filter is defined once.
 */
export type Condition = readonly [
  column: string,
  operator: `${"" | "not."}${"eq" | "gte" | "lt" | "cs" | "is"}`,
  value: string | boolean | null,
];

const steps: Record<NonNullable<CommonFilter["product"]>, Condition[]> = {
  invited: [["invited_at", "not.is", null]],
  "not-invited": [["invited_at", "is", null]],
  came: [["redeemed_at", "not.is", null]],
  "not-came": [
    ["invited_at", "not.is", null],
    ["redeemed_at", "is", null],
  ],
};

/** The conditions that each filter stands for. */
const conditions: { [Name in FilterName]: (value: NonNullable<CommonFilter[Name]>) => Condition[] } = {
  since: (since) => [["created_at", "gte", since.toISOString()]],
  until: (until) => [["created_at", "lt", until.toISOString()]],
  source: (source) => [["source", "eq", source]],
  tag: (tag) => [["tags", "cs", `{${tag}}`]],
  notTag: (tag) => [["tags", "not.cs", `{${tag}}`]],
  answer: ({ question, choice }) => [
    ["answers", "cs", JSON.stringify({ [question]: questionOf(question).kind === "several" ? [choice] : choice })],
  ],
  referral: (side) => [side === "referrer" ? ["friends", "gte", "1"] : ["referred_by", "not.is", null]],
  product: (step) => steps[step],
  delivery: (reason) => [["suppression", "eq", reason]],
};

function conditionOf<Name extends FilterName>(name: Name, filter: CommonFilter): Condition[] {
  const value = filter[name];
  return value === undefined ? [] : conditions[name](value);
}

/** The conditions of a common filter, all of which must be met. */
export const conditionsOf = (filter: CommonFilter): Condition[] =>
  filterNames.flatMap((name) => conditionOf(name, filter));

function matching<T>(data: Data, filter: PeopleFilter, columns: readonly string[], how?: typeof counting) {
  const { notified, confirmed, unsubscribed, mailable, search = "", ids } = filter;
  let query = selection<T>(data, mailable ? "mailable" : "people", columns, {}, how);
  for (const [column, operator, value] of conditionsOf(filter)) query = query.filter(column, operator, value);
  if (notified !== undefined) query = query.eq("notified", notified);
  if (confirmed !== undefined)
    query = confirmed ? query.not("confirmed_at", "is", null) : query.is("confirmed_at", null);
  if (unsubscribed !== undefined)
    query = unsubscribed ? query.not("unsubscribed_at", "is", null) : query.is("unsubscribed_at", null);
  if (ids) query = query.in("id", ids);
  // PostgREST turns each * of a `like` into a %. Without an asterisk `like` is faster: 0.5 s instead of 3 s for a
  // million people.
  if (search.includes("*"))
    query = query.regexMatch("email", search.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  else if (search) query = query.like("email", `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`);
  return query;
}

/** Counts the people that a filter chooses. @throws CliError as `dataOf` does. */
export const countPeople = (data: Data, filter: PeopleFilter): Promise<number> =>
  countOf(matching(data, filter, [], counting), data.signal);

/** A request for a page of people: the first one, or the page after a row. */
type PageRequest = PeopleFilter & { order: keyof typeof orders; after?: Place };

/**
 * Reads people in the order of their places, also those who have none: first the people who referred some, then the
 * others, whom an index has in the order of joining.
 */
async function byFriends(data: Data, filter: PeopleFilter, after: Place | undefined): Promise<PersonLine[]> {
  const people = () => matching<PersonLine>(data, filter, lineColumns);
  const isPast = after?.value === 0;
  const wanted = { most: linesOfPage, after, placeOf: placeBy("friends") };
  const first = isPast
    ? []
    : await firstRows<PersonLine>(data.signal, wanted, (place) => keysetOfPlaces(people().gte("friends", 1), place));
  const from = isPast && { value: after.joined ?? "", id: after.id };
  const rest = { most: linesOfPage - first.length, after: from || undefined };
  const others = await firstRows<PersonLine>(data.signal, rest, (place) =>
    keyset(people().eq("friends", 0), oldestFirst, place),
  );
  return [...first, ...others];
}

const placeBy =
  (order: keyof typeof orders) =>
  (person: PersonLine): Place => ({
    value: person[orders[order].column],
    ...(order === "friends" && { joined: person.created_at }),
    id: person.id,
  });

/** Reads a page of people; the first page also has their total number. @throws CliError as `dataOf` does. */
export async function readPeople(
  data: Data,
  { order, after, ...filter }: PageRequest,
): Promise<{ people: PersonLine[]; total?: number; next?: Place }> {
  const counted = after ? undefined : countPeople(data, filter);
  const wanted = { most: linesOfPage, after, placeOf: placeBy(order), total: counted };
  const [people, total] = await Promise.all([
    order === "friends"
      ? byFriends(data, filter, after)
      : firstRows<PersonLine>(data.signal, wanted, (place) =>
          keyset(matching<PersonLine>(data, filter, lineColumns), orders[order], place),
        ),
    counted,
  ]);
  const last = people.at(-1);
  return {
    people,
    ...(total === undefined ? {} : { total }),
    ...(last && people.length === linesOfPage ? { next: placeBy(order)(last) } : {}),
  };
}

/**
 * Reads chosen columns and the key of all people that a filter chooses, oldest first.
 * @throws CliError as `dataOf` does.
 */
export async function* allPeople<T>(
  data: Data,
  { ids, ...filter }: PeopleFilter,
  columns: readonly string[],
): AsyncGenerator<(Key & T)[]> {
  const all = (some?: string[]) => allRows(data.signal, () => matching<T>(data, { ...filter, ids: some }, columns));
  if (!ids) yield* all();
  else for await (const some of batches(ids, mostIds)) yield* all(some);
}

/**
 * Reads a page of the people that a filter chooses, newest first, so that a person who joins later appears on no
 * later page. If there are more people, the page ends with the place to go on after.
 * @throws CliError as `dataOf` does.
 */
export async function peoplePage(
  data: Data,
  filter: PeopleFilter,
  after: Place | undefined,
): Promise<{ people: (Key & { email: string })[]; next: Place | undefined }> {
  const people = await firstRows<Key & { email: string }>(data.signal, { most: pageSize, after }, (place) =>
    keyset(matching<{ email: string }>(data, filter, ["email"]), newestFirst, place),
  );
  const last = people.length === pageSize ? people.at(-1) : undefined;
  return { people, next: last && { value: last.created_at, id: last.id } };
}

const groups = v.array(v.object({ name: v.string(), count: v.number() }));
const groupsForm = v.object({ tags: groups, sources: groups });

/** The tags and the sources that people have, the most frequent first. @throws CliError as `dataOf` does. */
export const readGroups = async (data: Data, most: number) =>
  v.parse(groupsForm, await callFunction(data, "people_groups", { most }));

/**
 * Adds a tag to people or removes it from them. Returns how many people changed.
 * @throws CliError `failed` when a person would have more tags than are kept; then nobody is tagged. As `dataOf`
 *   does.
 */
export const tagPeople = (data: Data, ids: readonly string[], tag: string, present: boolean): Promise<number> =>
  callFunction(data, "tag_people", { people: JSON.stringify(ids), tag, present }).catch((cause: unknown) => {
    if (!(cause instanceof CliError) || !cause.message.includes("waitlist_tags_format")) throw cause;
    throw new CliError("failed", "Tag: one of these people has 50 tags already, which is the limit.", {
      cause,
    });
  });
