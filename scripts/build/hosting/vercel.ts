import type { SiteHeaders } from "../../../server/http/siteHeaders.ts";

const list = (headers: Record<string, string>) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/**
 * `vercel.json`. Pages keep Vercel's default, which equals the table's. `files` are all assets, by their paths in
 * the export: Vercel would send the headers of a folder with missing files too.
 */
export function vercelJson({ base, everywhere, documents, assets }: SiteHeaders, files: readonly string[]): string {
  const config = {
    $schema: "https://openapi.vercel.sh/vercel.json",
    headers: [
      { source: `${base}(.*)`, headers: list({ ...everywhere, ...documents }) },
      ...files.map((file) => ({ source: `${base}${file}`, headers: list(assets) })),
    ],
    redirects: [
      { source: `${base}index.html`, destination: base, permanent: true },
      ...(base === "/" ? [] : [{ source: base.slice(0, -1), destination: base, permanent: true }]),
    ],
    // `:path*` would not match the slash at the end, and so not the page itself.
    ...(base !== "/" && { rewrites: [{ source: `${base}(.*)`, destination: "/$1" }] }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
