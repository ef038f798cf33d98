import type { DeliveryError } from "../../../server/mail/transports/transport.ts";

/** Options of a CliError: a hint, if a mail was refused because of its sender. */
export const refusedSender = ({ aboutSender }: DeliveryError): { hint?: string } =>
  aboutSender
    ? {
        hint: "The server refuses the sender, not the recipients: may this log-in send as MAIL_FROM, and through this server?",
      }
    : {};
