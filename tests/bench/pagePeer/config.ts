import type { Config } from "vike/types";

export default { prerender: true, hydrationCanBeAborted: true } satisfies Config;
