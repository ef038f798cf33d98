import { setTimeout as sleep } from "node:timers/promises";
import { formsBasePath } from "../../../server/contract/routes.ts";
import { defaultLease, drain } from "../../../server/mail/outbox/drain.ts";
import { adminSignInTokens, forApplicants } from "../../../server/mail/outbox/signInTokens.ts";
import { createSupabaseOutbox } from "../../../server/mail/outbox/supabase.ts";
import { chooseTransport } from "../../../server/mail/transports/choose.ts";
import { routeSettings } from "../../../server/settings/mailRoutes.ts";
import { createSupabaseStore } from "../../../server/store/supabase.ts";
import { type BackendContext, mailSettings } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { addressOf } from "../../cli/settings.ts";
import { say } from "../../cli/io.ts";
import { count, counted } from "../../cli/amounts.ts";
import { lostAnswers } from "../../cli/lostAnswers.ts";
import { type MailReport, readMailReport, total } from "../../records/mailReport.ts";
import { otherSettingsOfStack } from "../../cli/settingsOfStack.ts";
import { deliveryHint } from "./deliveryHint.ts";

/** How often to ask a stack for its progress, and how long it may go without sending anything or being about to, in ms. */
const interval = 500;
const patience = 60_000;

/**
 * Sends what is due, then ends. It can be interrupted at any time and repeated.
 * @throws CliError `configuration` when no way to send mails is set, `unreachable` when the transport takes no mail,
 *   `interrupted`.
 */
export const sendMails = (context: BackendContext): Promise<void> =>
  context.embedded ? waitForStack(context) : sendHere(context);

/** Waits until an embedded stack has sent its mails: it sends by itself, whoever started it. */
async function waitForStack(context: BackendContext): Promise<void> {
  const before = await readMailReport(context);
  let after = before;
  let told = false;
  for (let { due } = before, since = performance.now(); due > 0;) {
    if (context.signal.aborted) throw interruptedError();
    await sleep(interval);
    after = await readMailReport(context);
    if (after.due < due) since = performance.now();
    due = after.due;
    if (due === 0 || performance.now() - since <= patience) continue;
    if (after.leased === 0) {
      const why = Object.keys(after.errors).join(", ") || "the running stack does not say why";
      throw new CliError("unreachable", `${counted(due, "mail waits", "mails wait")}: ${why}.`, {
        hint: "To find out more, send a mail to yourself: npx prelaunch mail test ADDRESS",
      });
    }
    // Ending now would end a stack that was started for this command, and a mail whose answer is lost is sent twice.
    if (!told) {
      const underWay = counted(after.leased, "mail is", "mails are");
      say(context, `${underWay} under way. Waiting for the outcome, at most ${defaultLease / 60} minutes.`);
    }
    told = true;
  }
  const way = before.due > 0 ? await wayOf(context) : "";
  say(context, `${counted(before.due, "mail was", "mails were")} due, none is now${way}${unsentText(before, after)}.`);
}

/** How an embedded stack sends: by the settings here, unless it was started with others. */
async function wayOf(context: BackendContext): Promise<string> {
  const others = await otherSettingsOfStack(context);
  if (others !== undefined) return ` (sent by the running stack, which has another ${others})`;
  const mail = mailSettings(context.settings);
  const { about, close } = chooseTransport(mail, context.settings.DATA_FOLDER.value);
  await close();
  return mail.route.kind === "none"
    ? ` (${about} alone, as ${routeSettings.join(" and ")} are not set)`
    : ` (${about})`;
}

/** Which mails were not sent between two reports, as the end of a sentence: those that are put off are not due, either. */
function unsentText(before: MailReport, after: MailReport): string {
  const ended = Object.entries(after.ended)
    .map(([why, n]) => ({ why, n: n - (before.ended[why] ?? 0) }))
    .filter(({ n }) => n > 0);
  const unsent = ended.reduce((sum, { n }) => sum + n, 0);
  const putOff = Object.keys(after.errors);
  const parts = [
    ...(ended.length > 0 ? [`${count(unsent)} ended unsent (${ended.map(({ why }) => why).join(", ")})`] : []),
    ...(putOff.length > 0
      ? [`${count(total(after.errors))} put off until their next attempt (${putOff.join(", ")})`]
      : []),
  ];
  return parts.length > 0 ? `: ${parts.join(", ")}` : "";
}

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
  const lost = lostAnswers(context);
  const transport = chooseTransport(mail, settings.DATA_FOLDER.value);
  try {
    const { sent, failed, down } = await drain({
      outbox: createSupabaseOutbox(supabase),
      transport,
      site: {
        from: mail.from,
        imprint: mail.imprint,
        siteUrl,
        formsUrl: `${context.url}${formsBasePath}`,
        unconfirmedDays: mail.unconfirmedDays,
        signInToken: forApplicants(createSupabaseStore(supabase), adminSignInTokens(supabase)),
      },
      secret: secretKey,
      perSecond: mail.perSecond,
      signal,
    });
    say(context, `${count(sent)} sent${failed > 0 ? `, ${count(failed)} failed` : ""} (${transport.about}).`);
    if (failed > 0) say(context, "See why, and which are tried again: npx prelaunch mail status");
    if (signal.aborted) throw interruptedError("The next run sends the rest.");
    if (down)
      throw new CliError("unreachable", `The rest waits: ${down.code}.`, {
        cause: down,
        ...deliveryHint(down),
      });
    if (lost() > 0 || sent + failed === 0) await tellHeld(context);
  } finally {
    await transport.close();
  }
}

/** Says how many mails wait although they are due, as another sender holds them, or a claim whose answer was lost. */
async function tellHeld(context: BackendContext): Promise<void> {
  const { leased } = await readMailReport(context);
  if (leased === 0) return;
  const [wait, them] = leased === 1 ? ["mail waits", "it"] : ["mails wait", "them"];
  say(
    context,
    `${count(leased)} ${wait}: another sender has ${them}, or the answer that brought ${them} was lost. Run this again in ${defaultLease / 60} minutes.`,
  );
}
