import { readFile } from "node:fs/promises";
import * as v from "valibot";

const headersSchema = v.record(v.string(), v.string());

const schema = v.object({
  /** Base path of the site; begins and ends with a slash. */
  base: v.string(),
  /** Sent with every answer. */
  everywhere: headersSchema,
  /** Added for all paths except script chunks, as these headers only matter for documents and workers. */
  documents: headersSchema,
  /** Added for `assets/`, whose file names contain a hash of the content. */
  assets: headersSchema,
  /** Added for all other paths. No header is in two of the four groups: some hosts would join the values. */
  pages: headersSchema,
});

/** The headers with which to serve a static export; the build writes them to `headers.json` beside it. */
export type SiteHeaders = v.InferOutput<typeof schema>;

/**
 * Reads the table that `npm run build` wrote.
 * @throws Error if the file is missing or is no such table.
 */
export async function readSiteHeaders(file: string): Promise<SiteHeaders> {
  return v.parse(schema, JSON.parse(await readFile(file, "utf8")));
}

/** Whether a path's content never changes because its name contains a hash. */
export const isAsset = ({ base }: SiteHeaders, path: string): boolean => path.startsWith(`${base}assets/`);

/** The headers for one path of the site. A 404 has the headers of a page, so that it is not cached for long. */
export function headersFor(table: SiteHeaders, path: string, found: boolean): Record<string, string> {
  const { base, everywhere, documents, assets, pages } = table;
  const isChunk = found && path.startsWith(`${base}assets/chunks/`);
  return { ...everywhere, ...(isChunk ? {} : documents), ...(found && isAsset(table, path) ? assets : pages) };
}

/**
 * Folder beside an export with the one that it replaced. A page that was opened before requests its code from there.
 */
export const formerExport = "export.old";
