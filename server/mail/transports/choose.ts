import type { MailSettings } from "../../settings/hosts.ts";
import { domainOf } from "../mail.ts";
import { createInbox } from "./inbox.ts";
import { createResend } from "./resend.ts";
import { createSmtp } from "./smtp.ts";
import type { Transport } from "./transport.ts";

/** The transport of the settings, on Node; the data folder's inbox if they name none. */
export function chooseTransport({ route, from }: Pick<MailSettings, "route" | "from">, dataFolder: string): Transport {
  switch (route.kind) {
    case "smtp":
      return createSmtp(route.url, { domain: domainOf(from.address) });
    case "resend":
      return createResend(route.apiKey);
    case "none":
      return createInbox(dataFolder);
  }
}
