import { type Plugin, runnerImport } from "vite";

/**
 * Has the browser get what a module named `*.prerendered.tsx` exports, and nothing of what that is made with: the module is
 * run when it is asked for, here, and written as the data it exports.
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
