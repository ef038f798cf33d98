import { addressOfSite, type ResolvedSettings } from "../../server/settings/resolve.ts";
import { readRecord } from "./unchanged.ts";

/** A line about a build whose pages are made for another address than the settings name; undefined where there is none. */
export async function otherAddress(out: string, settings: ResolvedSettings): Promise<string | undefined> {
  const intended = addressOfSite(settings);
  const built = (await readRecord(out))?.address;
  if (intended === undefined || built === undefined || built === intended) return undefined;
  return `The last build is for ${built}, but the settings say that the site is at ${intended}: links and previews will lead to the wrong address. Build again: npm run build`;
}
