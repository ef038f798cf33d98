import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { SiteHeaders } from "../../../server/http/siteHeaders.ts";
import { filesBelow } from "../exportFiles.ts";
import { caddyfile } from "./caddy.ts";
import { contentSecurityPolicy, type PolicySources } from "./contentSecurityPolicy.ts";
import { netlifyHeaders, netlifyRedirects } from "./netlify.ts";
import { nginxConf } from "./nginx.ts";
import { vercelJson } from "./vercel.ts";

/** The headers that every host file is generated from, and that the embedded stack sends. */
export function headerTable(base: string, policy: string): SiteHeaders {
  return {
    base,
    everywhere: { "x-content-type-options": "nosniff" },
    documents: {
      "content-security-policy": policy,
      "cross-origin-opener-policy": "same-origin",
      "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
      "referrer-policy": "strict-origin-when-cross-origin",
    },
    assets: { "cache-control": "public, max-age=31536000, immutable" },
    pages: { "cache-control": "public, max-age=0, must-revalidate" },
  };
}

/**
 * Writes what hosts need to serve the export in `out`/client with the headers of the table: their own files into
 * the export, snippets for web servers into `out`/hosting, and the table itself into `out`/headers.json
 * (docs/deploy.md).
 */
export async function writeHostFiles(
  out: string,
  documents: PolicySources["documents"],
  settings: Record<string, string>,
): Promise<void> {
  const site = join(out, "client");
  const supabase = settings["PUBLIC_SUPABASE_URL"];
  const policy = contentSecurityPolicy({
    documents,
    supabaseOrigin: supabase ? new URL(supabase).origin : undefined,
    recaptcha: "PUBLIC_RECAPTCHA_SITE_KEY" in settings,
  });
  const table = headerTable(settings["BASE_PATH"] ?? "/", policy);
  const assets = (await filesBelow(join(site, "assets")))
    .filter((file) => !/\.(?:br|gz)$/u.test(file))
    .map((file) => `assets/${file}`);

  await mkdir(join(out, "hosting"), { recursive: true });
  await Promise.all(
    Object.entries({
      "headers.json": `${JSON.stringify(table, null, 2)}\n`,
      "client/_headers": netlifyHeaders(table, assets),
      "client/_redirects": netlifyRedirects(table),
      "client/vercel.json": vercelJson(table, assets),
      // GitHub Pages would run Jekyll, which omits files that begin with an underscore.
      "client/.nojekyll": "",
      "hosting/nginx.conf": nginxConf(table),
      "hosting/Caddyfile": caddyfile(table),
    }).map(([file, content]) => writeFile(join(out, file), content)),
  );
}
