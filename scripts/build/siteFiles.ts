import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Writes `robots.txt` and `sitemap.xml` for the address the landing page names as its canonical one. */
export async function writeSiteFiles(site: string): Promise<void> {
  const html = await readFile(join(site, "index.html"), "utf8");
  const address = /<link rel="canonical" href="([^"]+)"/u.exec(html)?.[1];
  if (address === undefined) throw new Error("index.html has no canonical link, so robots.txt and sitemap.xml cannot be written.");
  await writeFile(join(site, "robots.txt"), `User-agent: *\nAllow: /\n\nSitemap: ${address}sitemap.xml\n`);
  await writeFile(
    join(site, "sitemap.xml"),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>${address}</loc></url>\n</urlset>\n`,
  );
}
