import { SourceMap } from "node:module";
import { join } from "node:path";
import { normalizePath, type Plugin } from "vite";

/** The name has no ending, so that no plugin changes the code: its source map would no longer fit. */
const bundleId = "virtual:mocks";
const mapPath = "mocks.js.map";

/** The modules of `server/mocks` that the page imports. */
const entries = ["browser", "captcha", "scenarios"];

/** Bundles those modules. Returns the code and the files of this project that are part of it. */
async function bundle(root: string): Promise<{ code: string; map: string; sources: Set<string> }> {
  // The bundler is loaded late, because the first page does not wait for it.
  const { build } = await import("esbuild");
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    stdin: {
      contents: entries.map((name) => `export * from "./server/mocks/${name}.ts";`).join("\n"),
      resolveDir: root,
    },
    bundle: true,
    format: "esm",
    target: "es2022",
    sourcemap: "external",
    metafile: true,
    logLevel: "silent",
    outfile: "mocks.js",
    write: false,
  });
  const [map = "", code = ""] = outputFiles.map(({ text }) => text);
  const paths = Object.keys(metafile.inputs).filter((path) => path.startsWith("server/"));
  return { code, map, sources: new Set(paths.map((path) => normalizePath(join(root, path)))) };
}

/** An error's stack with the places in the sources instead of those in the bundle. */
function inSources(stack: string, map: string): string {
  const sources = new SourceMap(JSON.parse(map));
  return stack.replaceAll(
    /\bhttps?:[^\s()]*virtual:mocks[^\s():]*:(\d+):(\d+)/gu,
    (place, line: string, column: string) => {
      const entry = sources.findEntry(Number(line) - 1, Number(column) - 1);
      return "originalSource" in entry ? `${entry.originalSource}:${entry.originalLine + 1}` : place;
    },
  );
}

/**
 * Serves the mocked backend as one file. A browser would otherwise fetch its 90 modules and five libraries with
 * each page. The source map is fetched only when it is debugged.
 */
export function mockBundle(): Plugin {
  let map = "";
  let sources = new Set<string>();
  return {
    name: "mock-bundle",
    apply: "serve",
    enforce: "pre",
    applyToEnvironment: ({ name }) => name === "client",
    resolveId: {
      filter: { id: /[\\/]server[\\/]mocks[\\/]/u },
      handler: () => bundleId,
    },
    load: {
      filter: { id: new RegExp(`^${bundleId}$`, "u") },
      async handler() {
        const { root, base } = this.environment.config;
        const made = await bundle(root);
        map = made.map;
        sources = made.sources;
        return { code: `${made.code}//# sourceMappingURL=${base}${mapPath}\n`, map: { mappings: "" } };
      },
    },
    hotUpdate({ file, modules }) {
      const module = this.environment.moduleGraph.getModuleById(bundleId);
      return module && sources.has(file) ? [...modules, module] : undefined;
    },
    configureServer({ middlewares, config, environments }) {
      environments.client.hot.on("mocks:error", (stack: string) => config.logger.error(inSources(stack, map)));
      middlewares.use(`${config.base}${mapPath}`, (_, response) => {
        response.setHeader("content-type", "application/json");
        response.end(map);
      });
    },
  };
}
