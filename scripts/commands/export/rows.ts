import type { BackendContext } from "../../cli/context.ts";
import { copied } from "./copy/copied.ts";
import { columnsRead, lastKey } from "./copy/text.ts";
import { rowWriter } from "./formats/rowWriter.ts";
import { pages } from "./pages.ts";
import type { ExportRequest } from "./request/request.ts";
import type { Cursor } from "./request/tables.ts";

/** Rows in the file's format. The content is valid until the next page. */
export interface Page {
  content: Buffer;
  rows: number;
  /** Key of the last of them. */
  last: Cursor;
}

/**
 * Rows after one key and up to another, in the order of (created_at, id): by COPY where there is a connection to the database,
 * that is on the embedded stack; else page by page. The bytes are the same.
 */
export async function* rowsOf(
  context: BackendContext,
  request: ExportRequest,
  after: Cursor | undefined,
  through: Cursor,
): AsyncGenerator<Page> {
  const { databaseUrl, signal } = context;
  const read = columnsRead(request);
  const written = rowWriter(request);
  const source = databaseUrl
    ? copied({ databaseUrl: await databaseUrl(), signal }, request, after, through)
    : pages(context, request, after, through);
  for await (const lines of source) yield { ...written(lines), last: lastKey(lines, read) };
}
