import type { MailRoute } from "../../settings/mailRoutes.ts";
import { createInbox } from "./inbox.ts";
import { createResend } from "./resend.ts";
import { createSmtp } from "./smtp.ts";
import type { Transport } from "./transport.ts";

/** The transport of the settings, on Node; the data folder's inbox if they name none. */
export function chooseTransport(route: MailRoute, dataFolder: string): Transport {
  switch (route.kind) {
    case "smtp":
      return createSmtp(route.url);
    case "resend":
      return createResend(route.apiKey);
    case "none":
      return createInbox(dataFolder);
  }
}
