import { settingsThatDiffer } from "../../server/embedded/stack/startedWith.ts";
import { defaultDataFolder } from "../../server/settings/dataFolder.ts";
import { definitions } from "../../server/settings/definitions.ts";
import { readSetting } from "../../server/settings/validate.ts";
import { type Context, mailSettings } from "../cli/context.ts";

/**
 * Names the settings that decide about mails and of which a running stack has other values than this command, such as
 * `SMTP_URL and MAIL_FROM`; undefined where there are none.
 * @throws CliError `configuration` where the settings of this command are wrong
 */
export async function otherSettingsOfStack({ settings }: Pick<Context, "settings">): Promise<string | undefined> {
  // A hosted project has no stack.
  if (settings.SUPABASE_URL) return undefined;
  const site = settings.SITE_URL && readSetting("SITE_URL", definitions.SITE_URL.form, settings.SITE_URL.value);
  const names = await settingsThatDiffer(settings.DATA_FOLDER?.value ?? defaultDataFolder, {
    mail: mailSettings(settings),
    siteUrl: site && "value" in site ? site.value : settings.SITE_URL?.value,
  });
  return names.length === 0 ? undefined : new Intl.ListFormat("en-GB").format(names);
}
