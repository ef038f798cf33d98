import { Webhook } from "standardwebhooks";
import { type Backend, webhookSecret } from "../../support/backend.ts";

/** How a report is signed: as Resend does, unless a test says otherwise. */
interface Signing {
  secret?: string;
  at?: Date;
  prefix?: string;
}

/** Sends signed reports of a mail provider to a backend; returns the HTTP status. */
export const reportTo =
  (backend: () => Pick<Backend, "request">) =>
  async (type: string, data: object, { secret = webhookSecret, at = new Date(), prefix = "svix" }: Signing = {}) => {
    const body = JSON.stringify({ type, data });
    const headers = {
      [`${prefix}-id`]: "msg_1",
      [`${prefix}-timestamp`]: String(Math.floor(at.getTime() / 1000)),
      [`${prefix}-signature`]: new Webhook(secret).sign("msg_1", at, body),
    };
    return (await backend().request("/mail/events", { method: "POST", headers, body })).status;
  };
