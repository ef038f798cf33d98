import type { SettingKey } from "./definitions.ts";

/** How mails leave: by an SMTP server, by Resend, or not at all if neither is set. */
export type MailRoute = { kind: "smtp"; url: URL } | { kind: "resend"; apiKey: string } | { kind: "none" };

/** A route by which mails leave. */
export type MailRouteKind = Exclude<MailRoute["kind"], "none">;

/** The setting that chooses each route, and the name of the route in messages. `overHttp`: the edge function can send by it. */
export const mailRoutes: Record<MailRouteKind, { setting: SettingKey; name: string; overHttp: boolean }> = {
  smtp: { setting: "SMTP_URL", name: "SMTP", overHttp: false },
  resend: { setting: "RESEND_API_KEY", name: "Resend", overHttp: true },
};

/** The settings that choose a route, of which at most one may be set. */
export const routeSettings: readonly SettingKey[] = Object.values(mailRoutes).map(({ setting }) => setting);
