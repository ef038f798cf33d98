import type { MailContent } from "../../../server/mail/mail.ts";
import {
  messageParameters,
  type MessageKind,
  type MessageParameters,
} from "../../../server/mail/messages/parameters.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { CliError } from "../../cli/errors.ts";

const isKind = (name: string): name is MessageKind => name in messageParameters;

/**
 * A mail with made-up contents, whose links lead nowhere.
 * @throws CliError `usage` for a kind that there is not.
 */
export function sampleContent(kind: string, site: string, imprint: string, now: Date): MailContent {
  if (!isKind(kind))
    throw new CliError("usage", `There is no mail ${kind}.`, {
      hint: `There are: ${Object.keys(messageParameters).join(", ")}`,
    });
  const everywhere = { site, imprint };
  const token = "0".repeat(64);
  const samples: { [Kind in MessageKind]: MessageParameters<Kind> } = {
    signup: { ...everywhere, token },
    magiclink: { ...everywhere, token },
    recovery: { ...everywhere, token },
    "waitlist-confirmation": { ...everywhere, token, days: 30 },
    "application-received": { ...everywhere, receivedAt: now },
    "application-accepted": { ...everywhere, token, tokenType: "magiclink" },
    "application-declined": everywhere,
    "launch-announcement": { ...everywhere, unsubscribeToken: token },
    update: {
      ...everywhere,
      unsubscribeToken: token,
      subject: "An update",
      preheader: "What is new",
      bodyHtml: "<p>What is new.</p>",
      bodyText: "What is new.",
    },
  };
  return renderMessage(kind, samples[kind]);
}
