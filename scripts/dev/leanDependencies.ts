import type { Plugin } from "vite";

/**
 * Serves bundled dependencies without source maps: Vite writes them into the files, where they are 6 of 9 MB, and a browser
 * reads it all with each page. The bundled code keeps its lines and names.
 */
export function leanDependencies(): Plugin {
  return {
    name: "lean-dependencies",
    apply: "serve",
    enforce: "post",
    transform: {
      filter: { id: /[\\/]\.vite[\\/]deps[\\/]/u },
      handler: (code) => ({ code, map: { mappings: "" } }),
    },
  };
}
