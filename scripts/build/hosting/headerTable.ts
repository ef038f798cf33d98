import type { SiteHeaders } from "../../../server/lib/siteHeaders.ts";

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
