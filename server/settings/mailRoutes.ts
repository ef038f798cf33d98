import type { SettingKey } from "./definitions.ts";

/** How mails leave: by an SMTP server, by Resend, or not at all if neither is set. */
export type MailRoute = { kind: "smtp"; url: URL } | { kind: "resend"; apiKey: string } | { kind: "none" };

/** A route by which mails leave. */
export type MailRouteKind = Exclude<MailRoute["kind"], "none">;

/** The setting that chooses each route, and the name of the route in messages. */
export const mailRoutes: Record<MailRouteKind, { setting: SettingKey; name: string }> = {
  smtp: { setting: "SMTP_URL", name: "SMTP" },
  resend: { setting: "RESEND_API_KEY", name: "Resend" },
};

/** The settings that choose a route, of which at most one may be set. */
export const routeSettings: readonly SettingKey[] = Object.values(mailRoutes).map(({ setting }) => setting);
