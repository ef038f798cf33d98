import * as v from "valibot";
import { basePath, folderOf } from "./formats.ts";

/** The settings that name an address of the site, or its path. */
type Addresses = Partial<Record<"PUBLIC_SITE_URL" | "SITE_URL" | "BASE_PATH", { value: string }>>;

/** The path to which the site's address leads. */
interface PathOfSite {
  /** The setting that names the address. */
  key: "PUBLIC_SITE_URL" | "SITE_URL";
  /** Begins and ends with a slash. */
  path: string;
  /** Whether a site can be built for it. */
  possible: boolean;
}

/**
 * Reads the site's path from its address; undefined where no setting names one. A page that names another origin than SITE_URL, such
 * as a preview, is not published where that leads.
 */
export function pathOfSite({ PUBLIC_SITE_URL, SITE_URL }: Addresses): PathOfSite | undefined {
  const [own, site] = [PUBLIC_SITE_URL, SITE_URL].map((setting) =>
    setting && URL.canParse(setting.value) ? new URL(setting.value) : undefined,
  );
  const described = (key: PathOfSite["key"], address: URL) => {
    const path = `${folderOf(address)}/`;
    return { key, path, possible: v.is(basePath, path) };
  };
  if (own && folderOf(own) !== "") return described("PUBLIC_SITE_URL", own);
  return site && (!own || own.origin === site.origin) ? described("SITE_URL", site) : undefined;
}

/** The address for which the page has to be built; undefined where no setting names one, or one that is no address. */
export function addressOfSite({ PUBLIC_SITE_URL, SITE_URL, BASE_PATH }: Addresses): string | undefined {
  const address = PUBLIC_SITE_URL ?? SITE_URL;
  return address && BASE_PATH && URL.canParse(address.value)
    ? new URL(address.value).origin + BASE_PATH.value
    : undefined;
}
