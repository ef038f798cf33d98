import { join } from "node:path";
import type { Plugin } from "vite";

/** Restarts the dev server when `.env` changes, which Vite does only for files that it reads itself. */
export function restartAtSettings(): Plugin {
  return {
    name: "restart-at-settings",
    apply: "serve",
    configureServer(server) {
      const { watcher, config } = server;
      const file = join(config.root, ".env");
      watcher.on("all", (_, changed) => {
        if (join(changed) === file) void server.restart();
      });
    },
  };
}
