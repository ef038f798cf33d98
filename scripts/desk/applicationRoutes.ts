import type { Hono } from "hono";
import * as v from "valibot";
import { type ApplicationsPage, decisionWait, type DeskDone } from "../../server/contract/desk.ts";
import { applicationStatuses } from "../../server/contract/limits.ts";
import type { BackendContext } from "../cli/context.ts";
import { dataOf } from "../cli/data.ts";
import { describeOutcome, operatorName } from "../cli/decisions.ts";
import { applicationsOf, eventsOf, review, tidyNote } from "../operator/applications.ts";
import { bodyOf } from "./requests.ts";

/** Most applications that are listed. */
const mostListed = 200;

const listed = v.object({ status: v.picklist(applicationStatuses) });
const change = v.object({
  decision: v.exactOptional(v.picklist(applicationStatuses)),
  note: v.exactOptional(v.string()),
});

/** The routes about applications. */
export function addApplications(api: Hono, context: BackendContext): void {
  api.post("/applications", async (c) => {
    const wanted = await bodyOf(c, listed);
    const found = await dataOf(applicationsOf(context, wanted, undefined, mostListed + 1), context.signal);
    const page: ApplicationsPage = {
      applications: found.slice(0, mostListed),
      more: found.length > mostListed,
      actor: operatorName(context, undefined),
    };
    return c.json(page);
  });
  const one = "/applications/:id{[0-9a-f-]{36}}";
  api.get(`${one}/events`, async (c) => c.json(await eventsOf(context, c.req.param("id"))));
  api.post(`${one}/review`, async (c) => {
    const { decision, note } = await bodyOf(c, change);
    const actor = operatorName(context, undefined);
    const outcome = await review(context, c.req.param("id"), {
      actor,
      note: tidyNote(note),
      mailAfterSeconds: decisionWait,
      decision,
    });
    const done: DeskDone = { message: decision ? sentence(describeOutcome(decision, outcome)) : "Noted." };
    return c.json(done);
  });
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
