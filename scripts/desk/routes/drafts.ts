import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as v from "valibot";
import { limits } from "../../../server/contract/limits.ts";
import { maxUpdateLength } from "../../../server/mail/messages/renderUpdate.ts";
import { columnWords } from "../../../server/supabase/schema.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { discardDraft, readDrafts, saveDraft } from "../../operator/drafts.ts";
import { body, nothing } from "./requests.ts";

const unstorable = "has the character U+0000, which no text can have.";

const draft = v.strictObject({
  id: v.exactOptional(v.pipe(v.string(), v.uuid())),
  name: v.optional(
    v.pipe(
      v.string(),
      v.maxLength(limits.source, `Name: longer than ${limits.source} characters.`),
      v.excludes("\0", `Name: ${unstorable}`),
    ),
    "",
  ),
  kind: v.picklist(columnWords.mail_drafts.kind),
  /** When the version that was read had been saved; absent for a new draft. */
  version: v.exactOptional(v.pipe(v.string(), v.isoTimestamp())),
  markdown: v.pipe(
    v.string(),
    v.maxLength(maxUpdateLength, `Text: longer than ${maxUpdateLength} characters.`),
    v.excludes("\0", `Text: ${unstorable}`),
  ),
});

/** The routes that keep texts until they are sent or discarded. */
export const draftRoutes = (context: BackendContext) =>
  new Hono()
    .get("/drafts", async (c) => c.json(await readDrafts(context)))
    .post("/drafts", body(draft), async (c) => {
      const { id = randomUUID(), ...given } = c.req.valid("json");
      return c.json({ id, updated_at: await saveDraft(context, { id, ...given }, context.clock()) });
    })
    .post("/drafts/:id/discard", body(nothing), async (c) => {
      await discardDraft(context, c.req.param("id"));
      return c.json({ message: "Discarded." });
    });
