import type { Hono } from "hono";
import type { DeskDone, Mails } from "../../server/contract/desk.ts";
import { counted, share } from "../cli/amounts.ts";
import type { BackendContext } from "../cli/context.ts";
import { dataOf } from "../cli/data.ts";
import { whoSends } from "../cli/stack.ts";
import { pauseText, sendingTime } from "../cli/waves.ts";
import {
  bounceable,
  failuresOf,
  failedMails,
  readMailReport,
  retryMails,
  total,
  queuedMails,
} from "../operator/mails.ts";

/** Most mails that are listed, of those that are queued and of those that failed. */
const mostListed = 100;

/** Reads how many mails are queued, sent and failed. @throws CliError as `dataOf` does. */
async function readMails(context: BackendContext): Promise<Mails> {
  const [report, queued, failed] = await Promise.all([
    readMailReport(context),
    queuedMails(context, mostListed),
    dataOf(failedMails(context, undefined, mostListed), context.signal),
  ]);
  const sent = total(report.sent);
  return {
    queued: report.queued,
    failed: failuresOf(report),
    list: {
      ...report.list,
      queued: report.queued_to_list,
      paused: report.paused,
      why: pauseText(report) ?? null,
      takes: sendingTime(context, report) ?? null,
    },
    sent,
    bounced: report.bounced,
    complained: report.complained,
    bouncedShare: share(report.bounced, bounceable(report)),
    complainedShare: share(report.complained, sent),
    whoSends: whoSends(context),
    queuedMails: queued.map(({ not_before: at, ...mail }) => Object.assign(mail, { at })),
    // A view's columns are nullable to PostgREST.
    failedMails: failed.map((mail) => ({
      id: mail.id ?? "",
      kind: mail.kind ?? "",
      email: mail.email ?? "",
      last_error: mail.last_error,
      attempts: mail.attempts ?? 0,
      created_at: mail.created_at ?? "",
      at: mail.failed_at ?? "",
    })),
  };
}

/** The routes about mails. */
export function addMails(api: Hono, context: BackendContext): void {
  api.get("/mails", async (c) => c.json(await readMails(context)));
  api.post("/mails/retry", async (c) => {
    const retried = await retryMails(context);
    const done: DeskDone = { message: `${counted(retried, "mail is", "mails are")} due again.` };
    return c.json(done);
  });
}
