import { expect, it } from "vitest";
import { headersFor, type SiteHeaders } from "./siteHeaders.ts";

const table: SiteHeaders = {
  base: "/promo/",
  everywhere: { "x-content-type-options": "nosniff" },
  documents: { "content-security-policy": "default-src 'none'" },
  assets: { "cache-control": "immutable" },
  pages: { "cache-control": "revalidate" },
};

it.each([
  ["/promo/", true, true],
  ["/promo/assets/solve.worker-abc.js", true, true],
  ["/promo/assets/chunks/form.abc.js", true, false],
  ["/promo/assets/chunks/gone.js", false, true],
  ["/assets/chunks/of-another-site.js", true, true],
])("serves %s (found: %s) under a policy: %s", (path, found, policy) => {
  expect("content-security-policy" in headersFor(table, path, found)).toBe(policy);
});
