import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The canonical address of an export's landing page.
 * @throws Error when it has none.
 */
export async function canonicalAddress(site: string): Promise<string> {
  const html = await readFile(join(site, "index.html"), "utf8");
  const address = /<link rel="canonical" href="([^"]+)"/u.exec(html)?.[1];
  if (address === undefined) throw new Error("index.html names no canonical address.");
  return address;
}

/** Writes `robots.txt` and `sitemap.xml` for the landing page's canonical address. */
export async function writeSiteFiles(site: string): Promise<void> {
  const address = await canonicalAddress(site);
  await writeFile(join(site, "robots.txt"), `User-agent: *\nAllow: /\n\nSitemap: ${address}sitemap.xml\n`);
  await writeFile(
    join(site, "sitemap.xml"),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>${address}</loc></url>\n</urlset>\n`,
  );
}
