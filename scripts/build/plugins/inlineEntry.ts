import { resolve } from "node:path";
import type { Plugin } from "vite";

/** Marks the entry's copy of a module. */
const mark = "entry=";
const preloadHelper = "\0vite/preload-helper.js";

const marked = (id: string): string => `${id}${id.includes("?") ? "&" : "?"}${mark}`;

/** The page's only script, what it fetches for both documents, and the name by which a document gets its code. */
const entryFile = "pages/client.ts";
const facesFile = "components/faces.ts";
const virtualEntry = "virtual:client-entry";

/**
 * Inlines the client entry as a script in the landing page, and writes no file for it. This saves a request, and a
 * page never arrives without the script that its forms need (docs/decisions/0014).
 *
 * Files that are fetched later cannot import from an inlined script. The entry therefore has a separate copy of
 * every module that it imports statically, and the files fetched later do not share the state of those modules.
 */
export function inlineEntry(): Plugin[] {
  let [entry, faces] = ["", ""];
  const client: Plugin = {
    name: "inline-entry",
    apply: "build",
    enforce: "pre",
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === "client",
    buildStart() {
      // The chunk is at the root, so that the relative addresses of its imports are right in the page.
      this.emitFile({ type: "chunk", id: resolve(entryFile), fileName: "entry.js" });
    },
    async resolveId(source, importer = "", options) {
      const fromEntry = importer.endsWith(mark) || importer === resolve(entryFile);
      if (source === preloadHelper) return `${preloadHelper}?of=${fromEntry ? mark : "files"}`;
      if (!fromEntry || options.kind !== "import-statement") return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && marked(resolved.id);
    },
    // Vite's helper also loads style sheets and waits for them. The page needs none of that, which takes a
    // kilobyte.
    load: {
      filter: { id: /preload-helper\.js\?of=/u },
      handler: () => `export const __vitePreload = (load, files = []) => {
  for (const href of files)
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href }));
  return load();
};`,
    },
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const output = bundle["entry.js"];
        if (output?.type !== "chunk") return this.error("There is no client entry.");
        if (output.imports.length > 0) this.error(`The client entry imports ${output.imports.join()}.`);
        if (/<\/script|<!--/iu.test(output.code))
          this.error("The client entry holds what ends or hides a script in HTML.");
        entry = output.code.trim();
        const isFaces = (one: (typeof bundle)[string]) =>
          one.type === "chunk" && one.facadeModuleId === resolve(facesFile);
        faces = Object.values(bundle).find(isFaces)?.fileName ?? this.error(`Nothing imports ${facesFile}.`);
        // All entries are deleted, including Vike's, because no page loads them.
        for (const [file, one] of Object.entries(bundle)) if (one.type === "chunk" && one.isEntry) delete bundle[file];
      },
    },
  };
  // This relies on Vike, which builds for the client first.
  const document: Plugin = {
    name: "inlined-entry",
    sharedDuringBuild: true,
    applyToEnvironment: ({ name }) => name === "ssr",
    resolveId: { filter: { id: new RegExp(`^${virtualEntry}$`, "u") }, handler: () => `\0${virtualEntry}` },
    load: {
      filter: { id: new RegExp(`^\0${virtualEntry}$`, "u") },
      handler() {
        const { command, base } = this.environment.config;
        const code = command === "build" ? entry : `import "${base}${entryFile}";`;
        return `export default ${JSON.stringify(code)};
export const faces = ${JSON.stringify(base + (command === "build" ? faces : facesFile))};`;
      },
    },
  };
  return [client, document];
}
