import { expect, it } from "vitest";
import { headersFor, type SiteHeaders } from "./siteHeaders.ts";

const table: SiteHeaders = {
  base: "/promo/",
  everywhere: { "x-content-type-options": "nosniff" },
  assets: { "cache-control": "immutable" },
  pages: { "cache-control": "revalidate" },
};

it.each([
  ["/promo/", true, "revalidate"],
  ["/promo/assets/entry.abc.js", true, "immutable"],
  ["/promo/assets/gone.js", false, "revalidate"],
  ["/assets/of-another-site.js", true, "revalidate"],
])("serves %s (found: %s) to be cached as %s", (path, found, caching) => {
  expect(headersFor(table, path, found)).toEqual({ "x-content-type-options": "nosniff", "cache-control": caching });
});
