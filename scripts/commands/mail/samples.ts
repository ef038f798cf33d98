import type { MailContent } from "../../../server/mail/mail.ts";
import { isMessageKind, messageParameters } from "../../../server/mail/messages/parameters.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { samplesFor } from "../../../server/mail/messages/samples.ts";
import { type Context, mailSettings } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { addressOf } from "../../cli/settings.ts";

/** Where the links of a sample lead while no site is set. */
const sampleSite = "https://example.com";

/**
 * A mail as the settings have it, with made-up contents; the token of its links is void.
 * @throws CliError `usage` for an unknown kind, `configuration`.
 */
export function sampleContent(kind: string, { settings, clock }: Context): MailContent {
  const { imprint, unconfirmedDays } = mailSettings(settings);
  if (!isMessageKind(kind))
    throw new CliError("usage", `There is no mail ${kind}.`, {
      hint: `There are: ${Object.keys(messageParameters).join(", ")}`,
    });
  const site = addressOf("SITE_URL", settings) ?? sampleSite;
  return renderMessage(kind, samplesFor({ site, token: "0".repeat(64), imprint, unconfirmedDays, now: clock() })[kind]);
}
