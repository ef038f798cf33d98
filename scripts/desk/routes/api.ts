import { Hono } from "hono";
import type { BackendContext } from "../../cli/session/context.ts";
import { addressOf } from "../../cli/session/settings.ts";
import { applicationRoutes } from "./applications.ts";
import { draftRoutes } from "./drafts.ts";
import { mailRoutes } from "./mails.ts";
import { readFindings, readOverview } from "./overview.ts";
import { peopleRoutes } from "./people.ts";
import { personRoutes } from "./person.ts";
import { waveRoutes } from "./waves.ts";

/** All routes of the desk. Times in their answers are ISO 8601; what an action did is a `message` for the operator. */
export const deskApi = (context: BackendContext) =>
  new Hono()
    .get("/place", (c) => c.json({ name: placeOf(context) }))
    .get("/overview", async (c) => c.json(await readOverview(context)))
    .get("/findings", async (c) => c.json(await readFindings(context)))
    .route("/", peopleRoutes(context))
    .route("/", personRoutes(context))
    .route("/", applicationRoutes(context))
    .route("/", mailRoutes(context))
    .route("/", waveRoutes(context))
    .route("/", draftRoutes(context));

/** The routes for the page: paths, and what each takes and answers. */
export type DeskApi = ReturnType<typeof deskApi>;

/** Names the site. A hosted project is named by the site's host, because nobody knows the project's name. */
function placeOf({ embedded, settings, url }: BackendContext): string {
  return embedded ? "on this machine" : new URL(addressOf("SITE_URL", settings) ?? url).host;
}
