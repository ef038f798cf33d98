import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { build, prerender } from "vike/api";
import { icon } from "../../server/contract/palette.ts";
import { thisBuild } from "../../server/lib/release.ts";
import { compressExport } from "./compress.ts";
import { writeHostFiles } from "./hosting/writeHostFiles.ts";
import { siteAddress, writeSiteFiles } from "./hosting/siteFiles.ts";

/** A pre-rendered page as Vike hands it over. The inline parts come from `pages/+onRenderHtml.tsx`. */
const prerendered = v.object({
  _prerenderResult: v.object({ filePath: v.string(), fileContent: v.string() }),
  inlineParts: v.object({ scripts: v.array(v.string()), style: v.string() }),
});

/** Writes a whole export into a new folder: its files for browsers to `client`, what hosts need beside it. */
export async function writeExport(fresh: string, settings: Record<string, string>): Promise<void> {
  const site = join(fresh, "client");
  const viteConfig = { build: { outDir: fresh }, define: { buildOfSite: JSON.stringify(thisBuild()) } };
  await build({ viteConfig });
  const documents = new Map<string, v.InferOutput<typeof prerendered>["inlineParts"]>();
  await prerender({
    viteConfig,
    async onPagePrerender(page: unknown) {
      const { _prerenderResult: result, inlineParts } = v.parse(prerendered, page);
      await mkdir(dirname(result.filePath), { recursive: true });
      await writeFile(result.filePath, result.fileContent);
      documents.set(result.filePath, inlineParts);
    },
  });
  // Vite leaves this folder behind empty.
  await rm(join(site, ".vite"), { recursive: true, force: true });
  await writeFile(join(site, "icon.svg"), icon);
  await writeSiteFiles(site, siteAddress(settings));
  await compressExport(site);
  // Pages are rendered side by side, and a policy has to be the same in every build.
  const inOrder = [...documents].sort(([a], [b]) => a.localeCompare(b, "en")).map(([, parts]) => parts);
  await writeHostFiles(fresh, inOrder, settings);
}
