import { type Plugin, runnerImport } from "vite";

/**
 * Vite plugin that runs modules named `*.prerendered.tsx` at build time: the browser gets the data that they export, and
 * none of the code that produces it.
 */
export function prerendered(): Plugin {
  return {
    name: "prerendered",
    enforce: "pre",
    applyToEnvironment: ({ config }) => config.consumer === "client",
    load: {
      filter: { id: /\.prerendered\.tsx$/u },
      async handler(id) {
        const { module, dependencies } = await runnerImport<Record<string, unknown>>(id, { configFile: false });
        for (const dependency of dependencies) this.addWatchFile(dependency);
        return Object.entries(module)
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join("\n");
      },
    },
  };
}
