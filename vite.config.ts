import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { Features } from "lightningcss";
import vike from "vike/plugin";
import { defineConfig } from "vite";
import { colors } from "./scripts/build/plugins/colors.ts";
import { inlineEntry } from "./scripts/build/plugins/inlineEntry.ts";
import { faces } from "./scripts/build/plugins/faces.ts";
import { documents } from "./scripts/dev/documents.ts";
import { embeddedStack } from "./scripts/dev/embeddedStack.ts";
import { exportCheck } from "./scripts/build/plugins/exportCheck.ts";
import { mails } from "./scripts/dev/mails.ts";
import { mockBundle } from "./scripts/dev/mockBundle.ts";
import { offlineMode } from "./scripts/dev/offlineMode.ts";
import { restartAtSettings } from "./scripts/dev/restartAtSettings.ts";
import { settingKeys } from "./server/settings/definitions.ts";
import { buildEnvironment } from "./server/settings/resolve.ts";
import { unusedProperties } from "./scripts/build/plugins/unusedProperties.ts";

/**
 * The constants of the page's code that stand for settings, as Vite defines them. Those that are not set are constants too: Vite
 * would take them from the environment, where they may be blank.
 */
const pageConstants = (settings: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    settingKeys
      .filter((key) => key.startsWith("PUBLIC_"))
      .map((key) => [`import.meta.env.${key}`, JSON.stringify(settings[key]) ?? "undefined"]),
  );

/**
 * Modules that forms, mail links and sign-in may share in one file: those that bring along neither React nor supabase-js, as a group
 * takes in what its modules import. `tests/export` has what each step of a visitor fetches.
 */
const forAll =
  /\/(?:components\/(?!auth\/|forms\/place\/|copy\/(?:auth|leaving|place|signIn)\.)|server\/).*\.ts$|preload-helper/;

const settings = buildEnvironment(process.env, process.cwd());

export default defineConfig({
  base: settings["BASE_PATH"] ?? "/",
  // A folder without any .env files, of which Vite and Vike would read more than everybody else (0207). With `false`, Vike reads
  // those of the project's folder.
  envDir: "scripts/build",
  envPrefix: "PUBLIC_",
  define: { ...pageConstants(settings), contactOfBuild: JSON.stringify(settings["PUBLIC_CONTACT"]) ?? "undefined" },
  plugins: [
    inlineEntry(),
    mockBundle(),
    offlineMode(),
    embeddedStack(),
    documents(),
    mails(),
    restartAtSettings(),
    exportCheck(),
    vike(),
    react(),
    colors(),
    faces(),
    tailwindcss(),
    unusedProperties(),
  ],
  // Vike's default is to listen on every interface when it runs in a container.
  server: { host: "127.0.0.1", forwardConsole: { unhandledErrors: true } },
  // For a function that no style has, it would declare two properties.
  // With a source map, Tailwind's errors name the line.
  css: { devSourcemap: true, lightningcss: { exclude: Features.LightDark } },
  optimizeDeps: { entries: ["pages/client.ts"] },
  build: {
    target: "baseline-widely-available",
    // The licences of what is in the chunks, which have no comments.
    license: { fileName: "licenses.txt" },
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // They would warn in each build that Vike names a group of chunks by a function.
      checks: { bundlerTimings: false },
      output: {
        chunkFileNames: "assets/chunks/[hash:6].js",
        codeSplitting: {
          groups: [
            { name: "react", test: /\/node_modules\/(?:react|react-dom|scheduler)\// },
            { name: "shared", minShareCount: 2, test: forAll },
          ],
        },
      },
    },
  },
});
