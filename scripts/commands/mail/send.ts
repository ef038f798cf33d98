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
import { count } from "../../cli/amounts.ts";
import { lostAnswers } from "../../cli/lostAnswers.ts";
import { readMailReport } from "../../records/mailReport.ts";
import { deliveryHint } from "./deliveryHint.ts";
import { waitForStack } from "./waitForStack.ts";

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
