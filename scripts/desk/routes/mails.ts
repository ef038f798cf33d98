import { Hono } from "hono";
import * as v from "valibot";
import { statusIn } from "../../../server/mail/classify.ts";
import { isTooMany } from "../../../server/launch/mailFindings.ts";
import { counted, share } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { deliveryHint, namesSender } from "../../../server/launch/deliveryHint.ts";
import { pauseText, waitText } from "../../../server/launch/pause.ts";
import { readSender } from "../../operator/launch.ts";
import { localTime } from "../../operator/startTime.ts";
import { mailTroubles } from "../words/choices.ts";
import type { MailCause } from "../words/mail.ts";
import { body, nothing, query } from "./requests.ts";
import { readWaves } from "../../operator/figures.ts";
import { nextKind, queuedMails, readMailReport, retryMails, troubledMails } from "../../operator/mails.ts";
import { bounceable, failuresOf, scheduledMails, total } from "../../../server/launch/mailReport.ts";
import { senderText, sendingTime } from "../../cli/sentences/sending.ts";

/** Most mails that are listed, for queued mails and for troubled ones each. */
const mostListed = 100;

/** @param tried mails that may have bounced: those that were sent, and those that were refused at once */
const deliveryOf = (sent: number, tried: number, { bounced, complained }: { bounced: number; complained: number }) => ({
  sent,
  bounced,
  complained,
  bouncedShare: share(bounced, tried),
  complainedShare: share(complained, sent),
  // Five bounces are enough, as they are to stop a wave.
  tooManyBounces: isTooMany("bounces", bounced, tried, 5),
  tooManyComplaints: isTooMany("complaints", complained, sent),
});

/** Reads how many mails are queued, sent and failed. @throws CliError as `dataOf` does. */
async function readMails(context: BackendContext) {
  const [report, [stuck], kind, queued, waves] = await Promise.all([
    readMailReport(context),
    readSender(context),
    nextKind(context),
    queuedMails(context, mostListed),
    readWaves(context),
  ]);
  const { list, paused, pause_reason: reason } = report;
  return {
    /** Why no mail leaves, as `check` says it, and what to do about it; null while mails leave. */
    stuck: stuck ? { message: stuck.message, remedy: stuck.remedy ?? "" } : null,
    queued: report.queued,
    /** How many mails failed that should have been sent. Those held back since a restore are not counted. */
    failed: failuresOf(report),
    /** The mails to the list, and what became of the current wave. */
    list: {
      ...deliveryOf(list.sent, list.sent, list),
      ...(paused && reason === "complaints" && { tooManyComplaints: true }),
      /** How many are queued and may go out now. */
      queued: report.queued_to_list - scheduledMails(report),
      /** The kind of the next one. */
      kind: kind ?? null,
      paused,
      reason: paused ? (reason ?? "operator") : null,
      /** The reason in a sentence. */
      why: pauseText(report) ?? null,
      /** How long they take, in a sentence, if that is known. */
      takes: waitText(report) ?? sendingTime(context, report) ?? null,
    },
    /** What was sent in the last 30 days. */
    month: deliveryOf(total(report.sent), bounceable(report), report),
    /** Says which host sends the queued mails. */
    sender: senderText(context),
    operator: context.settings.OPERATOR_EMAIL?.value ?? null,
    queuedMails: queued.map(({ not_before: at, ...mail }) => Object.assign(mail, { at })),
    waves,
    open: waves
      .filter((wave) => wave.queued > 0)
      .map(({ starts, ...wave }) => ({
        number: wave.number,
        kind: wave.kind,
        name: wave.name,
        queued: wave.queued,
        starts: starts === null ? null : localTime(new Date(starts)),
      })),
  };
}

type Trouble = (typeof mailTroubles)[number];

/** Says why a mail bounced, failed or brought a complaint. */
function causeOf(trouble: Trouble, code: string | null): MailCause {
  if (trouble === "complained") return "complaint";
  const status = statusIn(code ?? "") ?? "";
  if (trouble === "bounced") return code === null ? "reported" : /1\.(?:2|10)$/u.test(status) ? "domain" : "mailbox";
  if (code === "restored" || code === "unanswered") return code;
  if (code?.startsWith("not_rendered")) return "program";
  if (code?.includes("mailboxfull") || status.endsWith(".2.2")) return "full";
  if (namesSender(code ?? "")) return "sender";
  return deliveryHint(code ?? "").hint === undefined ? "other" : "connection";
}

/** Reads the newest mails with a trouble. @throws CliError as `dataOf` does. */
async function readTroubles(context: BackendContext, wanted: Trouble | undefined) {
  const mails = await troubledMails(context, wanted, mostListed);
  return mails.map(({ trouble: word, last_error: code, happened_at: at, ...mail }) => {
    const trouble = v.parse(v.picklist(mailTroubles), word);
    return Object.assign(mail, { trouble, cause: causeOf(trouble, code), code, at: at ?? "" });
  });
}

const troubles = v.strictObject({ of: v.exactOptional(v.picklist(mailTroubles)) });

/** The routes about mails that were or will be sent. */
export const mailRoutes = (context: BackendContext) =>
  new Hono()
    .get("/mails", async (c) => c.json(await readMails(context)))
    .get("/mails/trouble", query(troubles), async (c) => c.json(await readTroubles(context, c.req.valid("query").of)))
    .post("/mails/retry", body(nothing), async (c) =>
      c.json({ message: `${counted(await retryMails(context), "mail is", "mails are")} due again.` }),
    );
