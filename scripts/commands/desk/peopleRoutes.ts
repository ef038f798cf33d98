import type { Hono } from "hono";
import { stream } from "hono/streaming";
import * as v from "valibot";
import type { BackendContext } from "../../cli/context.ts";
import { bodyOf } from "./body.ts";
import { exportPeople, peopleRequest, readPeople } from "./people.ts";
import { confirmAgain, erasePerson, liftBounce, readPerson, unsubscribePerson } from "./person.ts";

const erasure = v.object({ typed: v.string() });

/** The routes about people. Parts of addresses are in bodies, as paths and queries get into histories. */
export function addPeople(api: Hono, context: BackendContext): void {
  api.post("/people", async (c) => c.json(await readPeople(context, await bodyOf(c, peopleRequest))));
  api.post("/people/export", async (c) => {
    const parts = exportPeople(context, await bodyOf(c, peopleRequest));
    c.header("content-type", "text/csv; charset=utf-8");
    return stream(c, async (out) => {
      for await (const part of parts) await out.write(part);
    });
  });
  const one = "/people/:id{[0-9a-f-]{36}}";
  api.get(one, async (c) => c.json(await readPerson(context, c.req.param("id"))));
  api.post(`${one}/confirm-again`, async (c) => c.json(await confirmAgain(context, c.req.param("id"))));
  api.post(`${one}/unsubscribe`, async (c) => c.json(await unsubscribePerson(context, c.req.param("id"))));
  api.post(`${one}/lift-bounce`, async (c) => c.json(await liftBounce(context, c.req.param("id"))));
  api.post(`${one}/erase`, async (c) =>
    c.json(await erasePerson(context, c.req.param("id"), (await bodyOf(c, erasure)).typed)),
  );
}
