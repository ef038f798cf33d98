import { settingsThatDiffer } from "../../server/embedded/stack/startedWith.ts";
import { type Context, mailSettings } from "./context.ts";
import { addressOf } from "./settings.ts";

/**
 * Names the settings that decide about mails and of which a running stack has other values than this command, such as
 * `SMTP_URL and MAIL_FROM`; undefined where there are none.
 * @throws CliError `configuration` where the settings of this command are wrong
 */
export async function otherSettingsOfStack({ settings }: Pick<Context, "settings">): Promise<string | undefined> {
  // A hosted project has no stack.
  if (settings.SUPABASE_URL) return undefined;
  const names = await settingsThatDiffer(settings.DATA_FOLDER.value, {
    mail: mailSettings(settings),
    siteUrl: addressOf("SITE_URL", settings),
  });
  return names.length === 0 ? undefined : new Intl.ListFormat("en-GB").format(names);
}
