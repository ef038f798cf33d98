import { createReadStream } from "node:fs";
import { createRequire } from "node:module";
import type { Plugin } from "vite";
import { endingWorker } from "../build/hosting/siteFiles.ts";

/**
 * The worker file that MSW ships. In public/ it would get into the export. It is not resolved by
 * `import.meta.resolve`, because Vite then sends every later import of the process through a separate thread.
 */
const worker = createRequire(import.meta.url).resolve("msw/mockServiceWorker.js");

/** The page's captcha, and the component that replaces it. */
const captcha = "/components/forms/captcha/captcha.ts";
const devCaptcha = "/components/dev/mockCaptcha.tsx";

/**
 * Modules that the page imports late. They are bundled in advance, because the dev server would otherwise reload
 * the page for them.
 */
const lateImports = [
  "@supabase/supabase-js",
  "altcha-lib",
  "altcha-lib/algorithms/web/pbkdf2",
  "altcha-lib/workers/shared",
  "react",
  "react-dom",
  "react-dom/client",
  "react/jsx-dev-runtime",
  "valibot",
];

/**
 * Runs the dev server without a backend. It serves MSW's worker, which ends itself when there is a real backend
 * again, and replaces the page's captcha by a simple one. Builds do not use it.
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
      return real?.id.endsWith(captcha) ? real.id.replace(captcha, devCaptcha) : real;
    },
    configureServer({ middlewares, config }) {
      middlewares.use(`${config.base}mockServiceWorker.js`, (_, response) => {
        response.setHeader("content-type", "text/javascript");
        if (active) createReadStream(worker).pipe(response);
        else response.end(endingWorker);
      });
    },
  };
}
