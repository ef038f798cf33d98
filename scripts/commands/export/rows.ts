import type { BackendContext } from "../../cli/context.ts";
import { copied } from "./copy/copied.ts";
import { type Page, pages } from "./pages.ts";
import type { ExportRequest } from "./request/request.ts";
import type { Cursor } from "./request/tables.ts";

/**
 * Rows after one key and up to another, in the order of (created_at, id): CSV by COPY where the database can be asked
 * itself, on the embedded stack; else page by page. The bytes are the same.
 */
export async function* rowsOf(
  context: BackendContext,
  request: ExportRequest,
  after: Cursor | undefined,
  through: Cursor,
): AsyncGenerator<Page> {
  if (context.databaseUrl && request.format === "csv")
    yield* copied({ databaseUrl: await context.databaseUrl(), signal: context.signal }, request, after, through);
  else yield* pages(context, request, after, through);
}
