import type { Plugin } from "vite";

/** Marks the entry's own copy of a module. */
const mark = "entry=";
const preloadHelper = "\0vite/preload-helper.js";

const marked = (id: string): string => `${id}${id.includes("?") ? "&" : "?"}${mark}`;

/**
 * Makes the client entry a script that can be inlined in the landing page, hands its code to `take`, and writes no file for it: one
 * request less, and a page never arrives without the script that its forms need (docs/decisions/0014).
 *
 * Files that are fetched later cannot import from an inlined script. So the entry has copies of its own of all modules that it imports
 * statically: what such a module remembers, the files fetched later do not see.
 */
export function inlineEntry(take: (code: string) => void): Plugin {
  return {
    name: "inline-entry",
    apply: "build",
    enforce: "pre",
    // At the root, so that the relative addresses of its imports are right in the page.
    config: () => ({ build: { rolldownOptions: { output: { entryFileNames: "entry.js" } } } }),
    async resolveId(source, importer = "", options) {
      const fromEntry = importer.endsWith(mark) || this.getModuleInfo(importer)?.isEntry === true;
      if (source === preloadHelper) return `${preloadHelper}?of=${fromEntry ? mark : "files"}`;
      if (!fromEntry || options.kind !== "import-statement") return null;
      const resolved = await this.resolve(source, importer, { skipSelf: true });
      return resolved && marked(resolved.id);
    },
    // Vite's helper also loads style sheets and waits for them, in a kilobyte of which the page has no use.
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
        for (const [file, output] of Object.entries(bundle)) {
          if (output.type !== "chunk" || !output.isEntry) continue;
          if (output.imports.length > 0) this.error(`The client entry imports ${output.imports.join()}.`);
          if (/<\/script|<!--/iu.test(output.code))
            this.error("The client entry holds what ends or hides a script in HTML.");
          take(output.code.trim());
          delete bundle[file];
        }
      },
    },
  };
}
