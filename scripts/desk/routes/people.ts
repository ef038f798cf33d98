import type { Hono } from "hono";
import * as v from "valibot";
import type { DeskDone } from "../../../server/contract/desk.ts";
import { type BulkPage, mostIds, type PeopleRequest } from "../../../server/contract/deskPeople.ts";
import { tagField } from "../../../server/contract/peopleFilter.ts";
import { counted } from "../../../server/lib/amounts.ts";
import { type BackendContext, dataFolderOf } from "../../cli/session/context.ts";
import { CliError } from "../../data/errors.ts";
import { requireAddress } from "../../files/addresses.ts";
import { contentOf } from "../../files/formats.ts";
import { type Row, rowsOf, storedColumns, tables } from "../../files/tables.ts";
import { tidyNote } from "../../operator/applications.ts";
import { retriedTo, retryMailsTo } from "../../operator/mails.ts";
import { allPeople, type PeopleFilter, peoplePage, readGroups, readPeople, tagPeople } from "../../operator/people.ts";
import {
  addressOfPerson,
  confirmAgain,
  correctAddress,
  erasePerson,
  keepNote,
  liftBounce,
  markPeople,
  readPerson,
} from "../../operator/person.ts";
import { askToConfirm } from "../../operator/waves.ts";
import { bodyOf, nothing, peopleRequest } from "./requests.ts";
import { mailFacts } from "../../cli/session/settings.ts";
import { unerasedText } from "../../cli/sentences/erasure.ts";
import { senderText } from "../../cli/sentences/sending.ts";

/** The filter of each status. */
const statuses = {
  unconfirmed: { confirmed: false, unsubscribed: false },
  confirmed: { confirmed: true, unsubscribed: false },
  unsubscribed: { unsubscribed: true },
} as const satisfies Record<NonNullable<PeopleRequest["status"]>, PeopleFilter>;

/** The filter of the people that the page asks for. */
const filterOf = ({ status, ...filter }: PeopleFilter & Pick<PeopleRequest, "status">): PeopleFilter => ({
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
/** A new note, and the one that the operator has read. */
const noteForm = v.strictObject({ note: v.string(), before: v.string() });

const erasure = v.strictObject({ typed: v.string() });
const correction = v.strictObject({
  typed: v.string(),
  applications: v.optional(v.array(v.pipe(v.string(), v.uuid())), []),
});

/**
 * Adds the routes about people. They take parts of addresses in bodies, because paths and queries get into
 * histories.
 */
export function addPeople(api: Hono, context: BackendContext): void {
  api.post("/people", async (c) => {
    const { order, after, ...request } = await bodyOf(c, peopleRequest(context.clock()));
    return c.json(await readPeople(context, { ...filterOf(request), order, ...(after && { after }) }));
  });
  api.post("/people/export", async (c) => {
    const { columns, sheet } = tables.waitlist;
    const request = await bodyOf(c, peopleRequest(context.clock()));
    const people = allPeople<Row>(context, filterOf(request), storedColumns(columns));
    // The file is read whole before it is answered, because a stream that breaks off would look like everybody.
    const parts: Buffer[] = [];
    for await (const part of contentOf("csv", rowsOf(people), columns, { sheet })) parts.push(Buffer.from(part));
    return c.body(Buffer.concat(parts), 200, { "content-type": "text/csv; charset=utf-8" });
  });
  api.get("/groups", async (c) => c.json(await readGroups(context, mostGroups)));
  api.post("/people/act", async (c) => {
    const action = await bodyOf(c, bulkAction(context.clock()));
    const { people, next } = await peoplePage(context, filterOf(action), action.after);
    const changed = await act(context, action, people);
    const page: BulkPage = { changed, people: people.length, ...(next && { next }) };
    return c.json(page);
  });
  addPerson(api, context);
}

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

/** Adds the routes about one person of the list. */
function addPerson(api: Hono, context: BackendContext): void {
  const one = "/people/:id{[0-9a-f-]{36}}";
  const done = (message: string): DeskDone => ({ message });
  api.get(one, async (c) => {
    const { siteUrl = context.url } = mailFacts(context);
    return c.json(await readPerson(context, c.req.param("id"), siteUrl));
  });
  api.post(`${one}/note`, async (c) => {
    const { note, before } = await bodyOf(c, noteForm);
    await keepNote(context, c.req.param("id"), tidyNote(note), before);
    return c.json(done("The note is kept."));
  });
  api.post(`${one}/confirm-again`, async (c) => {
    await bodyOf(c, nothing);
    await confirmAgain(context, c.req.param("id"));
    return c.json(done(`The mail is in the outbox. ${senderText(context)}`));
  });
  api.post(`${one}/retry-mails`, async (c) => {
    const result = await retryMailsTo(context, await addressOfPerson(context, c.req.param("id")));
    return c.json(done([...retriedTo(result), ...(result.retried > 0 ? [senderText(context)] : [])].join(" ")));
  });
  api.post(`${one}/correct`, async (c) => {
    const { typed, applications } = await bodyOf(c, correction);
    const corrected = requireAddress(typed);
    return c.json(
      done(correctedText(context, await correctAddress(context, c.req.param("id"), { corrected, applications }))),
    );
  });
  api.post(`${one}/unsubscribe`, async (c) => {
    await bodyOf(c, nothing);
    await markPeople(context, "unsubscribed", [await addressOfPerson(context, c.req.param("id"))]);
    return c.json(done("Taken off the list."));
  });
  api.post(`${one}/lift-bounce`, async (c) => {
    await bodyOf(c, nothing);
    await liftBounce(context, c.req.param("id"));
    return c.json(done("They are mailed again."));
  });
  api.post(`${one}/erase`, async (c) => {
    const email = await addressOfPerson(context, c.req.param("id"));
    const { typed } = await bodyOf(c, erasure);
    if (typed.trim().toLowerCase() !== email)
      throw new CliError("usage", "That is a different address. Nothing was erased.");
    await erasePerson(context, { email, dataFolder: dataFolderOf(context) });
    return c.json(done(`Erased. ${await unerasedText(context)}`));
  });
}

/** Says what a corrected address changed, and what it did not. */
function correctedText(
  context: BackendContext,
  { former, carried, remaining }: Awaited<ReturnType<typeof correctAddress>>,
): string {
  const mails =
    carried === 0
      ? "The mail that asks to confirm is"
      : "The mail that asks to confirm and those about applications are";
  const remains =
    remaining === 0
      ? ""
      : ` ${counted(remaining, "application stays", "applications stay")} under ${former}, where answers go.`;
  return `Corrected${carried === 0 ? "" : `, with ${counted(carried, "application")}`}. ${mails} in the outbox. ${senderText(context)}${remains}`;
}
