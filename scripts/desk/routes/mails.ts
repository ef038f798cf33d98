import type { Hono } from "hono";
import * as v from "valibot";
import type { DeskDone } from "../../../server/contract/desk.ts";
import {
  type Delivery,
  type MailCause,
  type Mails,
  mailTroubles,
  type TroubledMail,
} from "../../../server/contract/deskMails.ts";
import { statusIn } from "../../../server/mail/classify.ts";
import { isTooMany } from "../../../server/launch/mailFindings.ts";
import { counted, share } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { deliveryHint, namesSender } from "../../../server/launch/deliveryHint.ts";
import { pauseText } from "../../../server/launch/pause.ts";
import { readSender } from "../../operator/launch.ts";
import { bodyOf, nothing, parsed } from "./requests.ts";
import { localTime } from "../../operator/startTime.ts";
import { readWaves } from "../../operator/figures.ts";
import { nextKind, queuedMails, readMailReport, retryMails, troubledMails } from "../../operator/mails.ts";
import { bounceable, failuresOf, scheduledMails, total } from "../../../server/launch/mailReport.ts";
import { senderText, sendingTime } from "../../cli/sentences/sending.ts";

/** Most mails that are listed, for queued mails and for troubled ones each. */
const mostListed = 100;

/** @param tried mails that may have bounced: those that were sent, and those that were refused at once */
const deliveryOf = (sent: number, tried: number, { bounced, complained }: { bounced: number; complained: number }) =>
  ({
    sent,
    bounced,
    complained,
    bouncedShare: share(bounced, tried),
    complainedShare: share(complained, sent),
    // Five bounces are enough, as they are to stop a wave.
    tooManyBounces: isTooMany("bounces", bounced, tried, 5),
    tooManyComplaints: isTooMany("complaints", complained, sent),
  }) satisfies Delivery;

/** Reads how many mails are queued, sent and failed. @throws CliError as `dataOf` does. */
async function readMails(context: BackendContext): Promise<Mails> {
  const [report, [stuck], kind, queued, waves] = await Promise.all([
    readMailReport(context),
    readSender(context),
    nextKind(context),
    queuedMails(context, mostListed),
    readWaves(context),
  ]);
  const { list, paused, pause_reason: reason } = report;
  return {
    stuck: stuck ? { message: stuck.message, remedy: stuck.remedy ?? "" } : null,
    queued: report.queued,
    failed: failuresOf(report),
    list: {
      ...deliveryOf(list.sent, list.sent, list),
      ...(paused && reason === "complaints" && { tooManyComplaints: true }),
      queued: report.queued_to_list - scheduledMails(report),
      kind: kind ?? null,
      paused,
      reason: paused ? (reason ?? "operator") : null,
      why: pauseText(report) ?? null,
      takes: sendingTime(context, report) ?? null,
    },
    month: deliveryOf(total(report.sent), bounceable(report), report),
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

/** Says why a mail bounced, failed or brought a complaint. */
function causeOf(trouble: TroubledMail["trouble"], code: string | null): MailCause {
  if (trouble === "complained") return "complaint";
  const status = statusIn(code ?? "") ?? "";
  if (trouble === "bounced") return code === null ? "reported" : /1\.(?:2|10)$/u.test(status) ? "domain" : "mailbox";
  if (code === "restored") return "restored";
  if (code?.startsWith("not_rendered")) return "program";
  if (code?.includes("mailboxfull") || status.endsWith(".2.2")) return "full";
  if (namesSender(code ?? "")) return "sender";
  return deliveryHint(code ?? "").hint === undefined ? "other" : "connection";
}

/** Reads the newest mails with a trouble. @throws CliError as `dataOf` does. */
async function readTroubles(context: BackendContext, wanted: TroubledMail["trouble"] | undefined) {
  const mails = await troubledMails(context, wanted, mostListed);
  return mails.map(({ trouble: word, last_error: code, happened_at: at, ...mail }): TroubledMail => {
    const trouble = v.parse(v.picklist(mailTroubles), word);
    return Object.assign(mail, { trouble, cause: causeOf(trouble, code), code, at: at ?? "" });
  });
}

const troubles = v.strictObject({ of: v.exactOptional(v.picklist(mailTroubles)) });

export function addMails(api: Hono, context: BackendContext): void {
  api.get("/mails", async (c) => c.json(await readMails(context)));
  api.get("/mails/trouble", async (c) => c.json(await readTroubles(context, parsed(troubles, c.req.query()).of)));
  api.post("/mails/retry", async (c) => {
    await bodyOf(c, nothing);
    const retried = await retryMails(context);
    const done: DeskDone = { message: `${counted(retried, "mail is", "mails are")} due again.` };
    return c.json(done);
  });
}
