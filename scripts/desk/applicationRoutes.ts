import type { Hono } from "hono";
import * as v from "valibot";
import { type ApplicationsPage, type DeskDone } from "../../server/contract/desk.ts";
import { applicationStatuses } from "../../server/contract/limits.ts";
import type { BackendContext } from "../cli/context.ts";
import { dataOf } from "../cli/data.ts";
import { describeOutcome, operatorName } from "../cli/decisions.ts";
import { CliError } from "../cli/errors.ts";
import { applicationsOf, eventsOf, review, tidyNote } from "../operator/applications.ts";
import { bodyOf } from "./requests.ts";

/** Most applications that are listed. */
const mostListed = 200;

const listed = v.strictObject({
  status: v.picklist(applicationStatuses),
  /** One that is listed in any case. */
  id: v.exactOptional(v.pipe(v.string(), v.uuid())),
});
const change = v.strictObject({
  decision: v.exactOptional(v.picklist(applicationStatuses)),
  note: v.exactOptional(v.string()),
});

/** The routes about applications. */
export function addApplications(api: Hono, context: BackendContext): void {
  api.post("/applications", async (c) => {
    const { status, id } = await bodyOf(c, listed);
    const found = await applicationsOf(context, { status }, mostListed + 1);
    const applications = found.slice(0, mostListed);
    if (id !== undefined && applications.every((one) => one.id !== id)) {
      const asked = context.supabase.from("beta_applications").select("*").eq("id", id).eq("status", status);
      applications.push(...(await dataOf(asked, context.signal)));
    }
    const page: ApplicationsPage = {
      applications,
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
    const called = await nameOf(context, c.req.param("id"));
    const outcome = await review(context, c.req.param("id"), {
      actor,
      called,
      note: tidyNote(note),
      decision,
    });
    const done: DeskDone = { message: decision ? `${called}: ${describeOutcome(decision, outcome)}.` : "Noted." };
    return c.json(done);
  });
}

/** The name of an applicant. @throws CliError `failed` where the application was erased. */
async function nameOf({ supabase, signal }: BackendContext, id: string): Promise<string> {
  const [found] = await dataOf(supabase.from("beta_applications").select("name").eq("id", id), signal);
  if (!found) throw new CliError("failed", "This application is not there any more.");
  return found.name;
}
