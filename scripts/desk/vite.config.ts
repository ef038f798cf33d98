import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";
import { deskBackend } from "./devBackend.ts";
import { colors } from "../build/plugins/colors.ts";

// This builds the page of `npx prelaunch desk` apart from the export, because no public file may hold what only
// the operator may see.
export default defineConfig({
  root: fileURLToPath(new URL("./page", import.meta.url)),
  // The desk is below a path that is made up at each start.
  base: "./",
  envDir: false,
  plugins: [deskBackend(), react(), colors(), tailwindcss()],
  build: {
    outDir: fileURLToPath(new URL("../../dist/desk", import.meta.url)),
    emptyOutDir: true,
    target: "baseline-widely-available",
    modulePreload: { polyfill: false },
    // The page's policy allows typefaces as files only.
    assetsInlineLimit: 0,
    // The page comes from this machine, so its size does not matter.
    chunkSizeWarningLimit: 2000,
  },
});
