import { Hono } from "hono";
import * as v from "valibot";
import { mostIds, tagField } from "../../../server/contract/peopleFilter.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { contentOf } from "../../files/formats.ts";
import { type Row, rowsOf, storedColumns, tables } from "../../files/tables.ts";
import { allPeople, type PeopleFilter, peoplePage, readGroups, readPeople, tagPeople } from "../../operator/people.ts";
import { markPeople } from "../../operator/person.ts";
import { askToConfirm } from "../../operator/waves.ts";
import type { subscriberStatuses } from "../words/choices.ts";
import { body, peopleRequest } from "./requests.ts";

/** The filter of each status. */
const statuses = {
  unconfirmed: { confirmed: false, unsubscribed: false },
  confirmed: { confirmed: true, unsubscribed: false },
  unsubscribed: { unsubscribed: true },
} as const satisfies Record<(typeof subscriberStatuses)[number], PeopleFilter>;

/** The filter of the people that the page asks for. */
const filterOf = ({ status, ...filter }: PeopleFilter & { status?: keyof typeof statuses }): PeopleFilter => ({
  ...(status && statuses[status]),
  ...filter,
});

/** Most tags and sources that are offered to choose from. */
const mostGroups = 100;

const bulkAction = (now: Date) => {
  const chosenPeople = {
    ...v.omit(peopleRequest(now), ["order"]).entries,
    ids: v.exactOptional(v.pipe(v.array(v.pipe(v.string(), v.uuid())), v.maxLength(mostIds))),
  };
  return v.variant("what", [
    v.strictObject({ what: v.picklist(["confirm", "unsubscribe"]), ...chosenPeople }),
    v.strictObject({ what: v.picklist(["tag", "untag"]), tag_name: tagField, ...chosenPeople }),
  ]);
};
/**
 * The routes about people of the list. They take parts of addresses in bodies, because paths and queries get into
 * histories.
 */
export const peopleRoutes = (context: BackendContext) =>
  new Hono()
    .post("/people", body(v.lazy(() => peopleRequest(context.clock()))), async (c) => {
      const { order, after, ...request } = c.req.valid("json");
      return c.json(await readPeople(context, { ...filterOf(request), order, ...(after && { after }) }));
    })
    .post("/people/export", body(v.lazy(() => peopleRequest(context.clock()))), async (c) => {
      const { columns, sheet } = tables.waitlist;
      const people = allPeople<Row>(context, filterOf(c.req.valid("json")), storedColumns(columns));
      // The file is read whole before it is answered, because a stream that breaks off would look like everybody.
      const parts: Buffer[] = [];
      for await (const part of contentOf("csv", rowsOf(people), columns, { sheet })) parts.push(Buffer.from(part));
      return c.body(Buffer.concat(parts), 200, { "content-type": "text/csv; charset=utf-8" });
    })
    .get("/groups", async (c) => c.json(await readGroups(context, mostGroups)))
    .post("/people/act", body(v.lazy(() => bulkAction(context.clock()))), async (c) => {
      const action = c.req.valid("json");
      const { people, next } = await peoplePage(context, filterOf(action), action.after);
      const changed = await act(context, action, people);
      return c.json({ changed, people: people.length, ...(next && { next }) });
    });

/** Does something for people and returns for how many. */
async function act(
  context: BackendContext,
  action: v.InferOutput<ReturnType<typeof bulkAction>>,
  people: readonly { id: string; email: string }[],
): Promise<number> {
  const ids = people.map(({ id }) => id);
  if (action.what === "tag" || action.what === "untag")
    return tagPeople(context, ids, action.tag_name, action.what === "tag");
  if (action.what === "confirm") return askToConfirm(context, ids);
  const emails = people.map(({ email }) => email);
  return (await markPeople(context, "unsubscribed", emails)).changed;
}
