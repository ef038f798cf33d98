import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import * as v from "valibot";
import { build } from "vite";
import { icon } from "../../server/contract/palette.ts";
import { compressExport } from "./compress.ts";
import { writeHostFiles } from "./hosting/writeHostFiles.ts";
import { siteAddress, writeSiteFiles } from "./hosting/siteFiles.ts";
import { inlineEntry } from "./plugins/inlineEntry.ts";

/** What `pages/documents.tsx` renders. */
const rendered = v.record(v.string(), v.object({ html: v.string(), scripts: v.array(v.string()), style: v.string() }));

/** Writes a whole export into a new folder: its files for browsers to `client`, what hosts need beside it. */
export async function writeExport(fresh: string, settings: Record<string, string>): Promise<void> {
  const site = join(fresh, "client");
  let entry = "";
  await build({
    build: { outDir: site, emptyOutDir: false, rolldownOptions: { input: "pages/client.ts" } },
    plugins: [inlineEntry((code) => (entry = code))],
  });
  const renderer = join(fresh, "renderer");
  await build({
    build: { outDir: renderer, emptyOutDir: false, ssr: "pages/documents.tsx", copyPublicDir: false },
    ssr: { noExternal: true },
    logLevel: "warn",
  });
  const { renderDocuments } = await import(pathToFileURL(join(renderer, "documents.js")).href);
  const documents = v.parse(rendered, renderDocuments(entry));
  await rm(renderer, { recursive: true });
  await mkdir(site, { recursive: true });
  for (const [file, { html }] of Object.entries(documents)) await writeFile(join(site, file), html);
  await writeFile(join(site, "icon.svg"), icon);
  await writeSiteFiles(site, siteAddress(settings));
  await compressExport(site);
  await writeHostFiles(fresh, Object.values(documents), settings);
}
