import type { MailRoute } from "../../settings/mailSettings.ts";
import { createInbox } from "./inbox.ts";
import { createResend } from "./resend.ts";
import { createSmtp } from "./smtp.ts";
import type { Transport } from "./transport.ts";

/** The transport that the settings name, on Node; the inbox of the data folder where they name none. */
export function chooseTransport(route: MailRoute, dataFolder: string): Transport {
  if (route.kind === "smtp") return createSmtp(route.url);
  return route.kind === "resend" ? createResend(route.apiKey) : createInbox(dataFolder);
}
