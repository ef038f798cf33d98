import { setTimeout as sleep } from "node:timers/promises";
import { hostedDatabase, senderOf } from "../../../server/jobs/jobs.ts";
import { createSender, leaseSeconds } from "../../../server/mail/outbox/sender.ts";
import { chooseTransport } from "../../../server/mail/transports/choose.ts";
import { routeSettings } from "../../../server/settings/hosts.ts";
import { count, counted } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { CliError, interruptedError } from "../../data/errors.ts";
import { say } from "../../cli/terminal/io.ts";
import { progress } from "../../cli/terminal/progress.ts";
import { readMailReport } from "../../operator/mails.ts";
import { total } from "../../../server/launch/mailReport.ts";
import { deliveryHint } from "../../../server/launch/deliveryHint.ts";
import { waitText } from "../../../server/launch/pause.ts";
import { addressOf, mailSettings } from "../../cli/session/settings.ts";

/**
 * Sends what is due, then ends. It can be interrupted at any time and repeated.
 * @throws CliError `configuration` when no way to send mails is set, `unreachable` when the transport takes no mail,
 *   `interrupted`.
 */
export const sendMails = (context: BackendContext): Promise<void> =>
  context.embedded ? waitForStack(context) : sendHere(context);

async function sendHere(context: BackendContext): Promise<void> {
  const { settings, lasting, secretKey, signal } = context;
  const mail = mailSettings(settings);
  if (mail.route.kind === "none")
    throw new CliError("configuration", "No way to send mails is set.", {
      hint: `Set ${routeSettings.join(" or ")}, and MAIL_FROM.`,
    });
  const siteUrl = addressOf("SITE_URL", settings);
  if (siteUrl === undefined)
    throw new CliError("configuration", "SITE_URL is missing.", { hint: "Links in mails lead there." });
  // A mail whose outcome is not recorded is sent twice.
  const supabase = lasting();
  const transport = chooseTransport(mail, settings.DATA_FOLDER.value);
  try {
    const send = createSender(
      senderOf({
        ...hostedDatabase(supabase),
        settings: mail,
        siteUrl,
        backendUrl: context.url,
        secret: secretKey,
        transport,
      }),
    );
    const { sent, failed, rest } = await send(signal);
    say(context, `${count(sent)} sent${failed > 0 ? `, ${count(failed)} failed` : ""} (${transport.about}).`);
    if (failed > 0) say(context, "See why, and which are tried again: npx prelaunch mail status");
    if (signal.aborted) throw interruptedError("The next run sends the rest.");
    if (rest) throw new CliError("unreachable", `The rest stays queued: ${rest.why}.`, deliveryHint(rest.why));
    const report = await readMailReport(context);
    const { leased } = report;
    if (leased > 0)
      say(
        context,
        `Another sender is sending ${counted(leased, "mail")}: run this again in ${leaseSeconds / 60} minutes.`,
      );
    const wait = waitText(report);
    if (wait !== undefined) say(context, `${wait} Run this again then.`);
  } finally {
    await transport.close();
  }
}

/** How long a stack may neither send a mail nor be about to, and the pause between two looks at it, both in ms. */
const [patience, pause] = [60_000, 500];

/**
 * Waits until an embedded stack has sent its mails. The stack sends them by itself, even when another process
 * started it.
 * @throws CliError `unreachable` when no mail leaves for a minute and none is under way, `interrupted`, and as
 *   readMailReport does.
 */
async function waitForStack(context: BackendContext): Promise<void> {
  const { signal } = context;
  const before = await readMailReport(context);
  let report = before;
  let moved = performance.now();
  const shown = progress(context, "Sending", before.due);
  try {
    while (report.due > 0) {
      // This rejects only when the signal is aborted.
      await sleep(pause, undefined, { signal }).catch(() => Promise.reject(interruptedError()));
      const { due } = report;
      report = await readMailReport(context);
      shown.at(Math.max(before.due - report.due, 0));
      // The command waits for a mail under way, because its outcome would be lost with a stack that was started for
      // this command.
      if (report.due < due || report.leased > 0) moved = performance.now();
      if (report.due === 0 || performance.now() - moved <= patience) continue;
      const why = Object.keys(report.errors).join(", ") || "the running stack does not say why";
      throw new CliError("unreachable", `${counted(report.due, "mail is queued", "mails are queued")}: ${why}.`, {
        hint: "To find out more, send a mail to yourself: npx prelaunch mail test ADDRESS",
      });
    }
  } finally {
    shown.end();
  }
  const way = before.due > 0 ? await wayOf(context) : "";
  say(context, `${counted(before.due, "mail was", "mails were")} due, none is now${way}.`);
  const failed = total(report.failed) - total(before.failed);
  const later = total(report.errors);
  const unsent = [
    ...(failed > 0 ? [`${count(failed)} failed`] : []),
    ...(later > 0 ? [`${count(later)} are retried (${Object.keys(report.errors).join(", ")})`] : []),
  ];
  if (unsent.length > 0) say(context, `${unsent.join(", ")}. See why: npx prelaunch mail status`);
}

/** How an embedded stack sends: a running one by its own settings, and otherwise by those here. */
async function wayOf(context: BackendContext): Promise<string> {
  if (context.stackSends) return " (sent by the running stack)";
  const mail = mailSettings(context.settings);
  const { about, close } = chooseTransport(mail, context.settings.DATA_FOLDER.value);
  await close();
  return mail.route.kind === "none"
    ? ` (${about} alone, as ${routeSettings.join(" and ")} are not set)`
    : ` (${about})`;
}
