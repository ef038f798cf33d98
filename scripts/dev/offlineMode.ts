import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";

/**
 * The worker file as MSW ships it; in public/ it would reach the export. Not by `import.meta.resolve`, for which Vite
 * has every later import of the process go through a thread of its own.
 */
const worker = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");

/** The page's captcha, and what takes its place. */
const captcha = "/components/forms/captcha/captcha.ts";
const standIn = "/components/dev/standIn.ts";

/** Modules that the page imports late, to be bundled in advance: the dev server would reload the page to do it then. */
const lateImports = [
  "@supabase/supabase-js",
  "altcha-lib",
  "altcha-lib/algorithms/web/pbkdf2",
  "altcha-lib/workers/shared",
  "hash-wasm",
  "hono",
  "hono/cors",
  "hono/jwt",
  "hono/method-not-allowed",
  "hono/utils/jwt/types",
  "msw",
  "msw/browser",
  "react",
  "react-dom",
  "react-dom/client",
  "react/jsx-dev-runtime",
  "valibot",
];

/**
 * Offline mode of the dev server: serves MSW's worker and puts the stand-in captcha in the place of the page's. Nothing
 * of it takes part in a build.
 */
export function offlineMode(): Plugin {
  let active = true;
  return {
    name: "offline-mode",
    apply: "serve",
    enforce: "pre",
    config: () => ({ optimizeDeps: { include: lateImports } }),
    configResolved({ env }) {
      active = env["PUBLIC_BACKEND"] !== "embedded";
    },
    async resolveId(source, importer) {
      if (!active || !source.endsWith("captcha.ts")) return undefined;
      const real = await this.resolve(source, importer, { skipSelf: true });
      return real?.id.endsWith(captcha) ? real.id.replace(captcha, standIn) : real;
    },
    configureServer({ middlewares, config }) {
      middlewares.use(`${config.base}mockServiceWorker.js`, (_, response) => {
        response.setHeader("content-type", "text/javascript");
        createReadStream(worker).pipe(response);
      });
    },
  };
}
