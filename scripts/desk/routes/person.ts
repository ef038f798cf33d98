import { Hono } from "hono";
import * as v from "valibot";
import { counted } from "../../../server/lib/amounts.ts";
import { unerasedText } from "../../cli/sentences/erasure.ts";
import { senderText } from "../../cli/sentences/sending.ts";
import { type BackendContext, dataFolderOf } from "../../cli/session/context.ts";
import { siteOf } from "../../cli/session/settings.ts";
import { CliError } from "../../data/errors.ts";
import { requireAddress } from "../../files/addresses.ts";
import { tidyNote } from "../../operator/applications.ts";
import { retriedTo, retryMailsTo, sendAgain } from "../../operator/mails.ts";
import {
  addressOfPerson,
  correctAddress,
  erasePerson,
  keepNote,
  liftBounce,
  markPeople,
  readPerson,
} from "../../operator/person.ts";
import { body, nothing } from "./requests.ts";

/** A new note, and the one that the operator has read. */
const noteForm = v.strictObject({ note: v.string(), before: v.string() });

const erasure = v.strictObject({ typed: v.string() });
const correction = v.strictObject({
  typed: v.string(),
  applications: v.optional(v.array(v.pipe(v.string(), v.uuid())), []),
});

/** The routes about one person of the list. */
export const personRoutes = (context: BackendContext) =>
  new Hono()
    .get("/people/:id", async (c) => c.json(await readPerson(context, c.req.param("id"), siteOf(context))))
    .post("/people/:id/note", body(noteForm), async (c) => {
      const { note, before } = c.req.valid("json");
      await keepNote(context, c.req.param("id"), tidyNote(note), before);
      return c.json({ message: "The note is kept." });
    })
    .post("/people/:id/confirm-again", body(nothing), async (c) => {
      const said = await sendAgain(context, await addressOfPerson(context, c.req.param("id")), "waitlist-confirmation");
      if (said === undefined) throw new CliError("failed", "This person has nothing to confirm.");
      return c.json({ message: `${said} ${senderText(context)}` });
    })
    .post("/people/:id/mail-again", body(nothing), async (c) => {
      const said = await sendAgain(context, await addressOfPerson(context, c.req.param("id")));
      if (said === undefined) throw new CliError("failed", "There is no mail to send them again.");
      return c.json({ message: `${said} ${senderText(context)}` });
    })
    .post("/people/:id/retry-mails", body(nothing), async (c) => {
      const result = await retryMailsTo(context, await addressOfPerson(context, c.req.param("id")));
      return c.json({
        message: [...retriedTo(result), ...(result.retried > 0 ? [senderText(context)] : [])].join(" "),
      });
    })
    .post("/people/:id/correct", body(correction), async (c) => {
      const { typed, applications } = c.req.valid("json");
      const corrected = requireAddress(typed);
      const result = await correctAddress(context, c.req.param("id"), { corrected, applications });
      return c.json({ message: correctedText(context, result) });
    })
    .post("/people/:id/unsubscribe", body(nothing), async (c) => {
      await markPeople(context, "unsubscribed", [await addressOfPerson(context, c.req.param("id"))]);
      return c.json({ message: "Taken off the list." });
    })
    .post("/people/:id/lift-bounce", body(nothing), async (c) => {
      await liftBounce(context, c.req.param("id"));
      return c.json({ message: "They are mailed again." });
    })
    .post("/people/:id/erase", body(erasure), async (c) => {
      const { typed } = c.req.valid("json");
      const email = await addressOfPerson(context, c.req.param("id"));
      if (typed.trim().toLowerCase() !== email)
        throw new CliError("usage", "That is a different address. Nothing was erased.");
      await erasePerson(context, { email, dataFolder: dataFolderOf(context) });
      return c.json({ message: `Erased. ${await unerasedText(context)}` });
    });

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
