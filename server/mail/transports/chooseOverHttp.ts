import type { MailRoute } from "../../settings/hosts.ts";
import { createResend } from "./resend.ts";
import type { Transport } from "./transport.ts";

/** The transport of the settings, on a host such as the edge function that has HTTP only; undefined for a route that needs more. */
export function chooseTransportOverHttp(route: MailRoute): Transport | undefined {
  switch (route.kind) {
    case "resend":
      return createResend(route.apiKey);
    case "smtp":
    case "none":
      return undefined;
    default:
      // The compiler names a route that has no case.
      return route satisfies never;
  }
}
