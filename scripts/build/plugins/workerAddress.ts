import { basename } from "node:path";
import type { Plugin } from "vite";

/**
 * Gives each module that names the address of a worker its own copy of that address. A shared copy would be in the client
 * entry, and chunks would import from what is inlined in the page (docs/decisions/0014). The worker is built once.
 */
export function workerAddress(): Plugin {
  return {
    name: "worker-address",
    apply: "build",
    enforce: "pre",
    async resolveId(source, importer) {
      if (!source.endsWith("?worker&url") || importer === undefined) return null;
      const worker = await this.resolve(source, importer, { skipSelf: true });
      return worker && `${worker.id}&for=${basename(importer)}`;
    },
  };
}
