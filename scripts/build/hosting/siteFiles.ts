import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { defaultSiteUrl } from "../../../server/contract/brand.ts";

/** The landing page's address in a build with these settings. */
export const siteAddress = (settings: Record<string, string>): string =>
  `${settings["PUBLIC_SITE_URL"] ?? defaultSiteUrl}${settings["BASE_PATH"] ?? "/"}`;

/**
 * A service worker that ends itself (https://w3c.github.io/ServiceWorker/#navigator-service-worker-unregister). A
 * worker of an older site goes on answering with that site's pages until the browser finds another script at its
 * address. Pages that the worker has controlled are loaded again, once: no page of ours registers it.
 */
export const endingWorker = `addEventListener("install", () => skipWaiting());
addEventListener("activate", (event) => event.waitUntil(end()));
async function end() {
  await registration.unregister();
  const pages = await clients.matchAll({ type: "window" });
  await Promise.all(pages.map((page) => page.navigate(page.url)));
}
`;

/** Names under which sites usually have their service worker, and that of the mocked development (MSW). */
const workerFiles = ["sw.js", "service-worker.js", "mockServiceWorker.js"];

/** Writes `robots.txt` and `sitemap.xml` for the landing page's address, and the {@link endingWorker}. */
export async function writeSiteFiles(site: string, address: string): Promise<void> {
  for (const file of workerFiles) await writeFile(join(site, file), endingWorker);
  await writeFile(join(site, "robots.txt"), `User-agent: *\nAllow: /\n\nSitemap: ${address}sitemap.xml\n`);
  await writeFile(
    join(site, "sitemap.xml"),
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n  <url><loc>${address}</loc></url>\n</urlset>\n`,
  );
}
