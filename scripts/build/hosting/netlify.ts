import type { SiteHeaders } from "../../../server/http/siteHeaders.ts";

const block = (path: string, headers: Record<string, string>) =>
  [path, ...Object.entries(headers).map(([name, value]) => `  ${name}: ${value}`), ""].join("\n");

/**
 * `_headers` of Netlify and Cloudflare Pages. Pages keep the hosts' default, which equals the table's. `files` are
 * all assets, by their paths in the export: with a splat, Cloudflare would have missing files cached for as long
 * (docs/decisions/0013). It reads at most 100 rules.
 */
export function netlifyHeaders({ base, everywhere, documents, assets }: SiteHeaders, files: readonly string[]): string {
  return [
    block(`${base}*`, { ...everywhere, ...documents }),
    ...files.map((file) => block(`${base}${file}`, assets)),
  ].join("\n");
}

/**
 * `_redirects` of Netlify and Cloudflare Pages: one address for the page, and the folder under its base path. The
 * address without the final slash comes last, because Netlify already serves the page there by the rule before, and
 * would otherwise apply that redirect to its target. Cloudflare does not apply the rule before to that address.
 */
export function netlifyRedirects({ base }: SiteHeaders): string {
  const page = `${base}index.html ${base} 301\n`;
  return base === "/" ? page : `${page}${base}* /:splat 200\n${base.slice(0, -1)} ${base} 301\n`;
}
