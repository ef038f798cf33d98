import type { SiteHeaders } from "../../../server/hosting/siteHeaders.ts";

const block = (path: string, headers: Record<string, string>) =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");

/**
 * `_headers` of Netlify and Cloudflare Pages. Pages are left to their default, which is the table's. `files` are all assets, by
 * their paths in the export: by a splat Cloudflare would have what is not there kept for as long (docs/decisions/0013). It reads
 * 100 rules.
 */
export function netlifyHeaders({ base, everywhere, documents, assets }: SiteHeaders, files: readonly string[]): string {
  return [
    block(`${base}*`, { ...everywhere, ...documents }),
    ...files.map((file) => block(`${base}${file}`, assets)),
  ].join("\n");
}

/** `_redirects` of Netlify and Cloudflare Pages: one address for the page, and the folder under its base path. */
export function netlifyRedirects({ base }: SiteHeaders): string {
  const page = `${base}index.html ${base} 301\n`;
  return base === "/" ? page : `${page}${base}* /:splat 200\n`;
}
