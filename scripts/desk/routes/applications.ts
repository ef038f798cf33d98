import { Hono } from "hono";
import * as v from "valibot";
import { applicationStatuses } from "../../../server/contract/limits.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { dataOf } from "../../data/calls.ts";
import { describeOutcome } from "../../cli/sentences/decisions.ts";
import { CliError } from "../../data/errors.ts";
import { type Application, applicationsOf, eventsOf, review, tidyNote } from "../../operator/applications.ts";
import { batches } from "../../operator/pages.ts";
import { body } from "./requests.ts";
import { operatorName } from "../../cli/session/settings.ts";

const mostListed = 200;

const listed = v.strictObject({
  status: v.picklist(applicationStatuses),
  /** This application is listed in any case. */
  id: v.exactOptional(v.pipe(v.string(), v.uuid())),
});
const change = v.strictObject({
  decision: v.exactOptional(v.picklist(applicationStatuses)),
  note: v.exactOptional(v.string()),
});

/** The routes about applications. */
export const applicationRoutes = (context: BackendContext) =>
  new Hono()
    .post("/applications", body(listed), async (c) => {
      const { status, id } = c.req.valid("json");
      const found = await applicationsOf(context, { status }, mostListed + 1);
      const applications = found.slice(0, mostListed);
      if (id !== undefined && applications.every((one) => one.id !== id)) {
        const asked = context.supabase.from("beta_applications").select("*").eq("id", id).eq("status", status);
        applications.push(...(await dataOf(asked, context.signal)));
      }
      return c.json({
        applications: await withEarlier(context, applications),
        /** Whether there are more than are shown. */
        more: found.length > mostListed,
        /** The name that decisions are recorded under. */
        actor: operatorName(context, undefined),
      });
    })
    .get("/applications/:id/events", async (c) => c.json(await eventsOf(context, c.req.param("id"))))
    .post("/applications/:id/review", body(change), async (c) => {
      const { decision, note } = c.req.valid("json");
      const actor = operatorName(context, undefined);
      const called = await nameOf(context, c.req.param("id"));
      const outcome = await review(context, c.req.param("id"), {
        actor,
        called,
        note: tidyNote(note),
        decision,
      });
      return c.json({ message: decision ? `${called}: ${describeOutcome(decision, outcome)}.` : "Noted." });
    });

/** Most addresses of one request, so that they fit into its URL. */
const mostAddresses = 100;

/** Applications, each with the result of the last earlier one with its address. @throws CliError as `dataOf` does. */
async function withEarlier({ supabase, signal }: BackendContext, applications: readonly Application[]) {
  const earlier = new Map<string, Pick<Application, "status" | "created_at">[]>();
  for await (const some of batches(new Set(applications.map(({ email }) => email)), mostAddresses)) {
    const found = supabase.from("beta_applications").select("email, status, created_at").in("email", some);
    for (const { email, ...one } of await dataOf(found.order("created_at"), signal))
      earlier.set(email, [...(earlier.get(email) ?? []), one]);
  }
  return applications.map((one) => {
    const before = earlier.get(one.email)?.findLast(({ created_at: sent }) => sent < one.created_at);
    /** The outcome of the previous application with this address; null without one. */
    return Object.assign(one, { before: before?.status ?? null });
  });
}

/** The name of an applicant. @throws CliError `failed` if the application was erased. */
async function nameOf({ supabase, signal }: BackendContext, id: string): Promise<string> {
  const [found] = await dataOf(supabase.from("beta_applications").select("name").eq("id", id), signal);
  if (!found) throw new CliError("failed", "This application is not there any more.");
  return found.name;
}
