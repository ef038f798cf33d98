import type { Hono } from "hono";
import * as v from "valibot";
import type { BackendContext } from "../cli/context.ts";
import { bodyOf } from "./body.ts";
import { readFilters, removeFilter, savedFilter, saveFilter } from "./filters.ts";
import { exportPeople, peopleRequest, readPeople } from "../operator/people.ts";
import {
  confirmAgain,
  correctAddress,
  erasePerson,
  liftBounce,
  readPerson,
  unsubscribePerson,
} from "../operator/person.ts";

/** An address that was typed. */
const address = v.object({ typed: v.string() });
const correction = v.object({
  ...address.entries,
  applications: v.optional(v.array(v.pipe(v.string(), v.uuid())), []),
});

/** The routes about people. Parts of addresses are in bodies, as paths and queries get into histories. */
export function addPeople(api: Hono, context: BackendContext): void {
  api.post("/people", async (c) => c.json(await readPeople(context, await bodyOf(c, peopleRequest))));
  api.post("/people/export", async (c) => {
    // Whole before it is answered: what was streamed and ended half-way would look like everybody.
    const parts: Buffer[] = [];
    for await (const part of exportPeople(context, await bodyOf(c, peopleRequest))) parts.push(Buffer.from(part));
    return c.body(Buffer.concat(parts), 200, { "content-type": "text/csv; charset=utf-8" });
  });
  api.get("/filters", async (c) => c.json(await readFilters(context)));
  api.post("/filters", async (c) => c.json(await saveFilter(context, await bodyOf(c, savedFilter))));
  api.post("/filters/remove", async (c) =>
    c.json(await removeFilter(context, (await bodyOf(c, v.pick(savedFilter, ["name"]))).name)),
  );
  const one = "/people/:id{[0-9a-f-]{36}}";
  api.get(one, async (c) => c.json(await readPerson(context, c.req.param("id"))));
  api.post(`${one}/confirm-again`, async (c) => c.json(await confirmAgain(context, c.req.param("id"))));
  api.post(`${one}/correct`, async (c) =>
    c.json(await correctAddress(context, c.req.param("id"), await bodyOf(c, correction))),
  );
  api.post(`${one}/unsubscribe`, async (c) => c.json(await unsubscribePerson(context, c.req.param("id"))));
  api.post(`${one}/lift-bounce`, async (c) => c.json(await liftBounce(context, c.req.param("id"))));
  api.post(`${one}/erase`, async (c) =>
    c.json(await erasePerson(context, c.req.param("id"), (await bodyOf(c, address)).typed)),
  );
}
