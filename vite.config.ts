import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";
import { copyAlias } from "./scripts/build/copyFolder.ts";
import { colors } from "./scripts/build/plugins/colors.ts";
import { devDocuments } from "./scripts/build/plugins/devDocuments.ts";
import { embeddedBackend } from "./scripts/dev/embeddedBackend.ts";
import { exportCheck } from "./scripts/build/plugins/exportCheck.ts";
import { leanDependencies } from "./scripts/dev/leanDependencies.ts";
import { mockBundle } from "./scripts/dev/mockBundle.ts";
import { offlineMode } from "./scripts/dev/offlineMode.ts";
import { restartAtSettings } from "./scripts/dev/restartAtSettings.ts";
import { buildEnvironment } from "./server/settings/resolve.ts";
import { pageConstants } from "./scripts/build/pageConstants.ts";
import { unusedProperties } from "./scripts/build/plugins/unusedProperties.ts";

const settings = buildEnvironment(process.env, process.cwd());

export default defineConfig({
  base: settings["BASE_PATH"] ?? "/",
  // Vite would read more .env files than everybody else (0207).
  envDir: false,
  envPrefix: "PUBLIC_",
  define: pageConstants(settings),
  resolve: { alias: [copyAlias(settings["PUBLIC_LANGUAGE"])] },
  plugins: [
    devDocuments(),
    mockBundle(),
    offlineMode(),
    leanDependencies(),
    embeddedBackend(),
    restartAtSettings(),
    exportCheck(),
    react(),
    colors(),
    tailwindcss(),
    unusedProperties(),
  ],
  build: {
    target: "baseline-widely-available",
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        chunkFileNames: "assets/chunks/[hash:6].js",
        codeSplitting: {
          groups: [
            { name: "react", test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
            { name: "shared", test: /\/(?:components|server)\//, minShareCount: 2 },
          ],
        },
      },
    },
  },
});
