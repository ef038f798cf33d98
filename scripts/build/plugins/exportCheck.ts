import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

/** Matches the paths of modules of the offline mode. */
const offline = /\/node_modules\/(?:msw|@mswjs)\/|\/server\/mocks\/|\/components\/dev\//u;
const workerFile = "mockServiceWorker.js";

/**
 * Fails the build when its output would contain a module of the offline mode, or the public folder MSW's worker
 * file.
 */
export function exportCheck(): Plugin {
  let publicFolder = "";
  return {
    name: "export-check",
    apply: "build",
    configResolved({ publicDir }) {
      publicFolder = publicDir;
    },
    generateBundle(_, bundle) {
      for (const [file, output] of Object.entries(bundle)) {
        const stray = output.type === "chunk" ? output.moduleIds.find((id) => offline.test(id)) : undefined;
        if (stray !== undefined)
          this.error(
            `${file} would carry a part of the offline mode: ${stray}. Import it behind import.meta.env.DEV only (docs/offline.md).`,
          );
      }
      if (publicFolder && existsSync(join(publicFolder, workerFile)))
        this.error(`Remove ${workerFile} from the public folder: the dev server serves it from the msw package.`);
    },
  };
}
