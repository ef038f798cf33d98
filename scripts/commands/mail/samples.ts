import type { MailContent } from "../../../server/mail/mail.ts";
import { isMessageKind, messageParameters } from "../../../server/mail/messages/parameters.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { samplesFor } from "../../../server/mail/messages/samples.ts";
import { CliError } from "../../cli/errors.ts";

/**
 * A mail with made-up contents, whose links lead nowhere.
 * @throws CliError `usage` for an unknown kind.
 */
export function sampleContent(kind: string, site: string, imprint: string, now: Date): MailContent {
  if (!isMessageKind(kind))
    throw new CliError("usage", `There is no mail ${kind}.`, {
      hint: `There are: ${Object.keys(messageParameters).join(", ")}`,
    });
  return renderMessage(kind, samplesFor({ site, token: "0".repeat(64), imprint, now })[kind]);
}
