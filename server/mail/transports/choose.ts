import type { MailRoute } from "../../settings/mailSettings.ts";
import { createInbox } from "./inbox.ts";
import { createResend } from "./resend.ts";
import { createSmtp } from "./smtp.ts";
import type { Transport } from "./transport.ts";

/** The transport of the settings, on Node; the data folder's inbox if they name none. */
export function chooseTransport(route: MailRoute, dataFolder: string): Transport {
  if (route.kind === "smtp") return createSmtp(route.url);
  return route.kind === "resend" ? createResend(route.apiKey) : createInbox(dataFolder);
}
