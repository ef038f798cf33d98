import { createHmac } from "node:crypto";
import { type MailRoute, mailRoutes, type MailSettings } from "../../settings/hosts.ts";
import { readKeys } from "../folder/keys.ts";
import { connectToHolder } from "../lock/claims.ts";

/** What decides how a stack's mails go out, what stands below them, and where their links lead. */
export interface MailOrigin {
  mail: Pick<MailSettings, "route" | "from" | "imprint">;
  siteUrl?: string | undefined;
}

/** What the setting that chose a route says. */
function valueOf(route: MailRoute): string {
  switch (route.kind) {
    case "smtp":
      return route.url.href;
    case "resend":
      return route.apiKey;
    case "none":
      return "";
  }
}

/** The settings behind it, by name, each as a keyed hash: whoever compares them learns no secret. */
export function startedWith(
  { mail: { route, from, imprint }, siteUrl }: MailOrigin,
  secretKey: string,
): Record<string, string> {
  const values = {
    ...Object.fromEntries(
      Object.entries(mailRoutes).map(([kind, { setting }]) => [setting, kind === route.kind ? valueOf(route) : ""]),
    ),
    MAIL_FROM: `${from.name} <${from.address}>`,
    MAIL_IMPRINT: imprint,
    SITE_URL: siteUrl ?? "",
  };
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      createHmac("sha256", secretKey).update(`${name}=${value}`).digest("base64url"),
    ]),
  );
}

/**
 * Names the settings that the running stack of a data folder was started with and that differ from `here`: none where no stack
 * is running, only one that a command has started, or one of another user, whose folder cannot be read.
 */
export async function settingsThatDiffer(dataFolder: string, here: MailOrigin): Promise<string[]> {
  const holder = await connectToHolder(dataFolder).catch(() => undefined);
  holder?.disconnect();
  const there = holder?.claim.settings;
  if (there === undefined) return [];
  const keys = await readKeys(dataFolder).catch(() => undefined);
  if (!keys) return [];
  return Object.entries(startedWith(here, keys.secretKey)).flatMap(([name, hash]) =>
    there[name] === hash ? [] : name,
  );
}
