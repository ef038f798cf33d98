import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultSiteUrl } from "../../../server/contract/brand.ts";

/** The landing page's address in a build with these settings. */
export const siteAddress = (settings: Record<string, string>): string =>
  `${settings["PUBLIC_SITE_URL"] ?? defaultSiteUrl}${settings["BASE_PATH"] ?? "/"}`;

/** Writes `robots.txt` and `sitemap.xml` for the landing page's address. */
export async function writeSiteFiles(site: string, address: string): Promise<void> {
  await writeFile(join(site, "robots.txt"), `User-agent: *\nAllow: /\n\nSitemap: ${address}sitemap.xml\n`);
  await writeFile(
    join(site, "sitemap.xml"),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>${address}</loc></url>\n</urlset>\n`,
  );
}
