import type { Config } from "vike/types";

/** All pages are pre-rendered HTML, which `scripts/build` asks for; no page component reaches the browser. */
export default {
  prerender: { disableAutoRun: true },
  meta: { Page: { env: { server: true, client: false } } },
} satisfies Config;
