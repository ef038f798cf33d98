import type { Config } from "vike/types";

/** All pages are pre-rendered HTML; no page component reaches the browser (docs/decisions/0010). */
export default {
  prerender: true,
  meta: { Page: { env: { server: true, client: false } } },
} satisfies Config;
