import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import vike from "vike/plugin";
import { defineConfig } from "vite";
import { embeddedBackend } from "./scripts/dev/embeddedBackend.ts";
import { exportCheck } from "./scripts/build/plugins/exportCheck.ts";
import { leanDependencies } from "./scripts/dev/leanDependencies.ts";
import { mockBundle } from "./scripts/dev/mockBundle.ts";
import { offlineMode } from "./scripts/dev/offlineMode.ts";
import { restartAtSettings } from "./scripts/dev/restartAtSettings.ts";
import { buildEnvironment } from "./server/settings/build.ts";
import { shortenClassNames } from "./scripts/build/classNames/shortenClassNames.ts";
import { workerAddress } from "./scripts/build/plugins/workerAddress.ts";
import { inlineHelpers } from "./scripts/build/plugins/inlineHelpers.ts";
import { pageConstants } from "./scripts/build/pageConstants.ts";
import { plainImports } from "./scripts/build/plugins/plainImports.ts";
import { prerendered } from "./scripts/build/plugins/prerendered.ts";
import { clientChunks } from "./scripts/build/plugins/clientChunks.ts";

const settings = buildEnvironment(process.env, process.cwd());

export default defineConfig({
  base: settings["BASE_PATH"] ?? "/",
  // A folder without any .env files, of which Vite and Vike would read more than everybody else (0207). With `false`, Vike reads
  // those of the project's folder.
  envDir: "scripts/build",
  envPrefix: "PUBLIC_",
  define: pageConstants(settings),
  plugins: [
    shortenClassNames(),
    plainImports(),
    prerendered(),
    workerAddress(),
    clientChunks(),
    inlineHelpers(),
    mockBundle(),
    offlineMode(),
    leanDependencies(),
    embeddedBackend(),
    restartAtSettings(),
    exportCheck(),
    vike(),
    react(),
    tailwindcss(),
  ],
  // Vike's default is to listen on every interface when it runs in a container.
  server: { host: "127.0.0.1" },
  build: {
    target: "baseline-widely-available",
    assetsInlineLimit: 0,
    modulePreload: false,
    // Inlines constants: chunks would import a constant that they share with the client entry from the entry, which is inlined in
    // the page (docs/decisions/0014).
    rolldownOptions: {
      // They would warn in each build that Vike names a group of chunks by a function, and on a slow machine of callbacks' times.
      checks: { bundlerTimings: false },
      treeshake: {
        moduleSideEffects: [{ test: /[\\/]components[\\/]forms[\\/]backend[\\/]endpoint\.ts$/u, sideEffects: false }],
      },
      optimization: { inlineConst: { mode: "all", pass: 3 } },
    },
  },
});
