import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import * as v from "valibot";
import { roles } from "../../../server/contract/limits.ts";
import { deskFilter, deskFilterNames, slugField } from "../../../server/contract/peopleFilter.ts";
import { UpdateError } from "../../../server/mail/messages/renderUpdate.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { CliError } from "../../data/errors.ts";
import {
  announceWave,
  cancelledText,
  leftOutText,
  nobodyText,
  surveyWave,
  testAnnouncement,
  waitsForBounces,
  waveOrder,
  waveText,
} from "../../cli/sentences/waves.ts";
import {
  type Announcement,
  confirmAnnouncement,
  launchAnnouncement,
  requireComplete,
  updateAnnouncement,
} from "../../operator/announcements.ts";
import { findWave } from "../../operator/cancel.ts";
import { discardDraft } from "../../operator/drafts.ts";
import { pauseList, readMailReport } from "../../operator/mails.ts";
import { startField } from "../../operator/startTime.ts";
import { orders, type Wave } from "../../operator/waves.ts";
import { body } from "./requests.ts";
import { mailFacts } from "../../cli/session/settings.ts";
import { filesWarning, imprintWarning } from "../../cli/sentences/sending.ts";

const people = "How many people: give a whole number from 1.";
const waveRequest = (now: Date) =>
  v.strictObject({
    what: v.picklist(["launch", "update", "confirm"]),
    text: v.exactOptional(v.string()),
    name: v.exactOptional(slugField("Name")),
    draft: v.exactOptional(v.pipe(v.string(), v.uuid())),
    most: v.exactOptional(v.pipe(v.number(people), v.integer(people), v.minValue(1, people))),
    role: v.exactOptional(v.picklist(roles)),
    order: v.exactOptional(v.picklist(orders)),
    at: v.exactOptional(startField(now)),
    ...deskFilter(now).entries,
  });
type Request = v.InferOutput<ReturnType<typeof waveRequest>>;

const sending = v.strictObject({ id: v.string(), noWait: v.exactOptional(v.boolean()) });
const testing = v.strictObject({ id: v.string(), to: v.string() });
const cancelling = v.strictObject({ number: v.number() });
const pausing = v.strictObject({ paused: v.boolean() });

/** Commands read the settings when they begin, so a change needs another start of the desk. */
const startAgain = "Then start the desk again, too.";

const nobodyChosen =
  "There is nobody to mail with these filters: everyone who matches was mailed already, has not confirmed or need not, or must not be mailed.";

/** The mail that a request announces. @throws CliError `usage` when a text cannot be sent as it is. */
function announcementOf(
  context: BackendContext,
  { what, text = "", name, draft, at: _start, ...choice }: Request,
): Announcement {
  try {
    if (what === "confirm") return confirmAnnouncement(mailFacts(context), choice, text || undefined);
    return what === "launch"
      ? launchAnnouncement(mailFacts(context), choice, text || undefined)
      : updateAnnouncement(mailFacts(context), { markdown: text, name: name ?? draft, choice });
  } catch (cause) {
    throw cause instanceof UpdateError ? new CliError("usage", `Text: ${cause.message}`, { cause }) : cause;
  }
}

/** The routes that mail the list. A wave is previewed first, and sent as it was previewed. */
export function waveRoutes(context: BackendContext) {
  let shown:
    | { id: string; wave: Wave & { start: Date | undefined }; announcement: Announcement; draft: string | undefined }
    | undefined;
  const isShown = (id: string) => {
    if (shown?.id !== id)
      throw new CliError(
        "failed",
        "This wave was sent already, or is not the one that you saw last. Look at it again.",
      );
    return shown;
  };
  return new Hono()
    .post("/wave", body(v.lazy(() => waveRequest(context.clock()))), async (c) => {
      const request = c.req.valid("json");
      const announced = announcementOf(context, request);
      const { audience, mail, lacking } = announced;
      const announcement = lacking === undefined ? announced : { ...announced, lacking: `${lacking} ${startAgain}` };
      const { order, against } = await waveOrder(context, announced, request.order);
      const survey = await surveyWave(context, { audience, most: request.most ?? Infinity, order });
      const wave = { ...survey, start: request.at };
      const { draft } = request;
      const isOfSome = ["role" as const, ...deskFilterNames].some((name) => request[name] !== undefined);
      const leftOut = await leftOutText(context, audience);
      const isLast = wave.people === wave.all && !isOfSome && leftOut === undefined;
      shown = { id: randomUUID(), wave, announcement, draft: isLast ? draft : undefined };
      return c.json({
        /** The wave is sent with this id, which is valid until the next survey. */
        id: shown.id,
        people: wave.people,
        /** How many people of how many, some masked addresses and how long the mails take; or why there is nobody to mail. */
        about: [
          wave.people > 0
            ? waveText(context, wave, await readMailReport(context))
            : isOfSome
              ? nobodyChosen
              : nobodyText(audience),
          ...(leftOut === undefined ? [] : [leftOut]),
        ].join("\n"),
        /** Whether nobody is left after this wave, so that its draft is deleted when it is sent. */
        isLast,
        /** Whether it waits for bounces and complaints after its first 1,000 mails, unless it is sent without waiting. */
        waits: wave.start === undefined && waitsForBounces(context, wave),
        warning: announcement.lacking ?? against ?? filesWarning(context) ?? imprintWarning(context) ?? null,
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
      });
    })
    .post("/wave/test", body(testing), async (c) => {
      const { id, to } = c.req.valid("json");
      return c.json({ message: await testAnnouncement(context, isShown(id).announcement, to) });
    })
    .post("/wave/send", body(sending), async (c) => {
      const { id, noWait } = c.req.valid("json");
      const { wave, announcement, draft } = isShown(id);
      requireComplete(announcement);
      shown = undefined;
      await announcement.prepare(context);
      const { message } = await announceWave(context, wave, noWait);
      if (draft !== undefined) await discardDraft(context, draft);
      return c.json({ message });
    })
    .post("/wave/cancel", body(cancelling), async (c) => {
      const { number } = c.req.valid("json");
      const { queued } = await findWave(context, String(number));
      return c.json({ message: await cancelledText(context, number, queued) });
    })
    .post("/wave/pause", body(pausing), async (c) => {
      const { paused } = c.req.valid("json");
      await pauseList(context, paused);
      return c.json({ message: paused ? "Paused. A few mails that are being sent now still go out." : "They go on." });
    });
}
