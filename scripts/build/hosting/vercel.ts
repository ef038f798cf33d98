import type { SiteHeaders } from "../../../server/hosting/siteHeaders.ts";

const list = (headers: Record<string, string>) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** `vercel.json`. Pages are left to Vercel's default, which is the table's. */
export function vercelJson({ base, everywhere, documents, assets }: SiteHeaders): string {
  const config = {
    $schema: "https://openapi.vercel.sh/vercel.json",
    headers: [
      { source: `${base}(.*)`, headers: list({ ...everywhere, ...documents }) },
      { source: `${base}assets/(.*)`, headers: list(assets) },
    ],
    redirects: [{ source: `${base}index.html`, destination: base, permanent: true }],
    ...(base !== "/" && { rewrites: [{ source: `${base}:path*`, destination: "/:path*" }] }),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
