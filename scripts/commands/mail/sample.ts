import type { MailContent } from "../../../server/mail/mail.ts";
import { isMessageKind, messageParameters } from "../../../server/mail/messages/parameters.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { samplesFor } from "../../../server/mail/messages/samples.ts";
import type { Context } from "../../cli/session/context.ts";
import { CliError } from "../../data/errors.ts";
import { say, write } from "../../cli/terminal/io.ts";
import { sendTestMail } from "../../cli/sentences/testMail.ts";
import { addressOf, mailSettings } from "../../cli/session/settings.ts";

/** A mail as the settings have it, with made-up contents; the token of its links is void. */
function sampleContent(kind: string, { settings, clock }: Context): MailContent {
  const { from, imprint, unconfirmedDays, productUrl: product } = mailSettings(settings);
  if (!isMessageKind(kind))
    throw new CliError("usage", `There is no mail ${kind}.`, {
      hint: `There are: ${Object.keys(messageParameters).join(", ")}`,
    });
  const site = addressOf("SITE_URL", settings) ?? "https://example.com";
  const given = { site, token: "0".repeat(64), product, imprint, sender: from.name, unconfirmedDays, now: clock() };
  return renderMessage(kind, samplesFor(given)[kind]);
}

/**
 * Prints a mail with made-up contents.
 * @throws CliError `usage` for an unknown kind, `configuration`.
 */
export async function previewMail(context: Context, kind: string, { html }: { html?: true }): Promise<void> {
  const mail = sampleContent(kind, context);
  await write(context.out, html ? mail.html : `Subject: ${mail.subject}\n\n${mail.text}`);
}

/** Sends a mail with made-up contents. @throws CliError as `sendTestMail` does, and `usage` for an unknown kind. */
export async function sendSample(context: Context, address: string, { kind }: { kind: string }): Promise<void> {
  say(context, await sendTestMail(context, address, sampleContent(kind, context)));
}
