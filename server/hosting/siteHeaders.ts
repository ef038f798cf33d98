import { readFile } from "node:fs/promises";
import * as v from "valibot";

const headersSchema = v.record(v.string(), v.string());

const schema = v.object({
  /** Folder the site is served from; begins and ends with a slash. */
  base: v.string(),
  /** Sent with every answer. */
  everywhere: headersSchema,
  /** Added for documents and workers, that is, for all paths but script chunks, for which these headers mean nothing. */
  documents: headersSchema,
  /** Added for `assets/`, where names carry a hash of the content. */
  assets: headersSchema,
  /** Added for all other paths. No header is in two of the four groups: some hosts would join the values. */
  pages: headersSchema,
});

/** The headers a static export is to be served with; the build writes them to `headers.json` beside the export. */
export type SiteHeaders = v.InferOutput<typeof schema>;

/**
 * Reads the table that `npm run build` wrote.
 * @throws Error when the file is missing or is no such table.
 */
export async function readSiteHeaders(file: string): Promise<SiteHeaders> {
  return v.parse(schema, JSON.parse(await readFile(file, "utf8")));
}

/** Whether a path's content never changes, as its name carries a hash. */
export const isAsset = ({ base }: SiteHeaders, path: string): boolean => path.startsWith(`${base}assets/`);

/** The headers for one path of the site. What was not found is a page, and not cached for as long as what was. */
export function headersFor(table: SiteHeaders, path: string, found: boolean): Record<string, string> {
  const { base, everywhere, documents, assets, pages } = table;
  const isChunk = found && path.startsWith(`${base}assets/chunks/`);
  return { ...everywhere, ...(isChunk ? {} : documents), ...(found && isAsset(table, path) ? assets : pages) };
}
