import type { Plugin } from "vite";

/** What the forms need and others need too: React, the components of ui/, and what both are written against. */
const shared =
  /[\\/]node_modules[\\/](?:react|react-dom|scheduler)[\\/]|[\\/]components[\\/](?:ui[\\/]|hydration[\\/]react\.ts$)/u;

const vikeClient = /[\\/]vike[\\/]dist[\\/]client[\\/]runtime-server-routing[\\/]entry\.js$/u;

/**
 * Puts React and all that is shared with it into one file, which imports no other: fetched at once with the forms', it
 * spares two round trips before a form comes alive (docs/decisions/0050).
 *
 * Vike's client runtime is emptied for it. No page loads that, but while it is built it shares the bundler's helpers with
 * React, and they become a file of their own.
 */
export function reactChunk(): Plugin {
  return {
    name: "react-chunk",
    apply: "build",
    enforce: "pre",
    config: () => ({
      environments: {
        client: {
          build: { rolldownOptions: { output: { codeSplitting: { groups: [{ name: "react", test: shared }] } } } },
        },
      },
    }),
    load: (id) => (vikeClient.test(id) ? "export {};" : undefined),
  };
}
