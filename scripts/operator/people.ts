import * as v from "valibot";
import {
  mostIds,
  type PeopleGroups,
  type PeopleRequest as DeskRequest,
  type PeoplePage,
  type peopleOrders,
  type PersonLine,
} from "../../server/contract/deskPeople.ts";
import { type CommonFilter, type FilterName, filterNames } from "../../server/contract/peopleFilter.ts";
import { questionOf } from "../../server/contract/questions.ts";
import { waitlistFields } from "../../server/contract/waitlist.ts";
import { everyColumn } from "../../server/supabase/schema.ts";
import { callFunction, countOf, type Data } from "../cli/data.ts";
import { CliError } from "../cli/errors.ts";
import {
  allRows,
  batches,
  counting,
  firstRows,
  type Key,
  keyset,
  newestFirst,
  oldestFirst,
  pageSize,
  type Place,
  type RowOrder,
  selection,
} from "./pages.ts";

/** Filters of the waitlist. */
export interface PeopleFilter extends CommonFilter {
  notified?: boolean | undefined;
  /** Whether they confirmed their address, be they on the list or not. */
  confirmed?: boolean | undefined;
  unsubscribed?: boolean | undefined;
  /** Who has not unsubscribed, and whose address neither bounced nor complained. */
  mailable?: boolean | undefined;
  /** A part of the address, in the form that addresses are stored in. */
  search?: string | undefined;
  /** No more than fit into an address: {@link mostIds}. */
  ids?: string[] | undefined;
}

/** People of one page. */
const linesOfPage = 100;

/** What the list shows of a person. */
export const lineColumns = everyColumn<PersonLine>()([
  "id",
  ...v.keyof(waitlistFields).options,
  "created_at",
  "confirmed_at",
  "unsubscribed_at",
  "source",
  "tags",
  "friends",
]);

/** Columns that orders are by. */
const orders = {
  newest: newestFirst,
  oldest: oldestFirst,
  email: { column: "email", ascending: true },
  friends: { column: "friends", ascending: false },
} as const satisfies Record<(typeof peopleOrders)[number], RowOrder>;

/**
 * What a column of the view `people` must be, by the operators of PostgREST. people_where() makes the same of it for the functions of the
 * database, so that each filter is told once.
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

/** Whom each filter chooses. */
const conditions: { [Name in FilterName]: (value: NonNullable<CommonFilter[Name]>) => Condition[] } = {
  since: (since) => [["created_at", "gte", since.toISOString()]],
  until: (until) => [["created_at", "lt", until.toISOString()]],
  source: (source) => [["source", "eq", source]],
  tag: (tag) => [["tags", "cs", `{${tag}}`]],
  notTag: (tag) => [["tags", "not.cs", `{${tag}}`]],
  answer: ({ question, choice }) => [
    ["answers", "cs", JSON.stringify({ [question]: questionOf(question).kind === "several" ? [choice] : choice })],
  ],
  referral: (side) => [side === "referrer" ? ["is_referrer", "is", true] : ["referred_by", "not.is", null]],
  product: (step) => steps[step],
  delivery: (reason) => [["suppression", "eq", reason]],
};

function conditionOf<Name extends FilterName>(name: Name, filter: CommonFilter): Condition[] {
  const value = filter[name];
  return value === undefined ? [] : conditions[name](value);
}

/** The people whom the common filters choose, as conditions that are all to be met. */
export const conditionsOf = (filter: CommonFilter): Condition[] =>
  filterNames.flatMap((name) => conditionOf(name, filter));

/** The people that a filter means. */
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
  // PostgREST makes each * of `like` a %. Else it is the quicker one: 0.5 s instead of 3 for a million people.
  if (search.includes("*"))
    query = query.regexMatch("email", search.replaceAll(/[.*+?^${}()|[\]\\]/gu, String.raw`\$&`));
  else if (search) query = query.like("email", `%${search.replaceAll(/[\\%_]/gu, String.raw`\$&`)}%`);
  return query;
}

/** How many people a filter means. @throws CliError as `dataOf` does. */
export const countPeople = (data: Data, filter: PeopleFilter): Promise<number> =>
  countOf(matching(data, filter, [], counting), data.signal);

/** A page of people is asked for: the first, or that after a row. */
type PageRequest = PeopleFilter & Pick<DeskRequest, "order" | "after">;

/**
 * People by how many friends they referred: those who referred some, then the others, newest first. To sort all of a million people, the
 * friends of each would have to be counted.
 */
async function byFriends(data: Data, filter: PeopleFilter, after: Place | undefined): Promise<PersonLine[]> {
  const are = (isReferrer: boolean) => matching<PersonLine>(data, filter, lineColumns).is("is_referrer", isReferrer);
  // The place of one of the others has a time.
  const isPast = typeof after?.value === "string";
  const wanted = { most: linesOfPage, after, placeOf: placeBy("friends") };
  const first = isPast
    ? []
    : await firstRows<PersonLine>(data.signal, wanted, (place) => keyset(are(true), orders.friends, place));
  const rest = { most: linesOfPage - first.length, after: isPast ? after : undefined };
  const others = await firstRows<PersonLine>(data.signal, rest, (place) => keyset(are(false), newestFirst, place));
  return [...first, ...others];
}

/** The place of a person in an order. */
const placeBy =
  (order: DeskRequest["order"]) =>
  (person: PersonLine): Place => ({
    value: order === "friends" && person.friends === 0 ? person.created_at : person[orders[order].column],
    id: person.id,
  });

/** Reads a page of people; how many there are with the first. @throws CliError as `dataOf` does. */
export async function readPeople(data: Data, { order, after, ...filter }: PageRequest): Promise<PeoplePage> {
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

/** All people that a filter means, oldest first, with some columns of theirs and their key. @throws CliError as `dataOf` does. */
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
 * A page of the people that a filter means, the newest first: whoever joins meanwhile is on no later one. Where there are more, the last one
 * is the place to go on after.
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

/** @throws CliError as `dataOf` does. */
export const readGroups = async (data: Data, most: number): Promise<PeopleGroups> =>
  v.parse(groupsForm, await callFunction(data, "people_groups", { most }));

/**
 * Gives people a tag, or takes it from them. Returns how many changed.
 * @throws CliError `failed` where somebody would have more tags than are kept, and nobody is tagged; as `dataOf` does.
 */
export const tagPeople = (data: Data, ids: readonly string[], tag: string, present: boolean): Promise<number> =>
  callFunction(data, "tag_people", { people: JSON.stringify(ids), tag, present }).catch((cause: unknown) => {
    if (!(cause instanceof CliError) || !cause.message.includes("waitlist_tags_format")) throw cause;
    throw new CliError("failed", "Tag: somebody of these people has 50 tags already, the most that one can have.", {
      cause,
    });
  });
