import { join } from "node:path";
import { readSiteHeaders } from "../../server/lib/siteHeaders.ts";
import { addressOfSite } from "../../server/settings/site.ts";
import type { Settings } from "../../server/settings/resolve.ts";
import { SettingsError } from "../../server/settings/read.ts";
import { readRecord } from "./unchanged.ts";

/**
 * Refuses to serve a build for another path than the one to which visitors and the links of mails are sent. Without SITE_URL they are
 * sent to the stack itself, which leads them on.
 * @param out folder of the build
 * @throws SettingsError
 */
export async function refuseOtherPath(out: string, { SITE_URL, BASE_PATH }: Settings): Promise<void> {
  // Where there is no build, the stack says so.
  const { base } = await readSiteHeaders(join(out, "headers.json")).catch(() => ({ base: undefined }));
  if (!SITE_URL || !BASE_PATH || base === undefined || base === BASE_PATH.value) return;
  throw new SettingsError(
    `The last build is for the path ${base}, but visitors come to ${BASE_PATH.value} (SITE_URL, BASE_PATH). Build again: npm run build`,
  );
}

/** A line about a build whose pages name another address of the site than the settings do; undefined where there is none. */
export async function otherAddress(out: string, settings: Settings): Promise<string | undefined> {
  const intended = addressOfSite(settings);
  const built = (await readRecord(out))?.address;
  if (intended === undefined || built === undefined || built === intended) return undefined;
  return `The last build is for ${built}, but the settings say that the site is at ${intended}: search engines and link previews will name the wrong address. Build again: npm run build`;
}
