import { addAbortSignal } from "node:stream";
import { Client } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { databaseError } from "../../../cli/databaseFailure.ts";
import type { ExportRequest } from "../request/request.ts";
import type { Cursor } from "../request/tables.ts";
import { columnsRead, newline } from "./text.ts";

/** Bytes of COPY's output that are passed on at once, at least. */
const blockSize = 256 * 1024;

/**
 * The backend's rights, and times in the format of exports. JIT is off: compiling a query that runs once costs more than
 * it saves.
 */
const settings = "-c role=service_role -c TimeZone=UTC -c DateStyle=ISO -c statement_timeout=0 -c jit=off";

interface Database {
  databaseUrl: string;
  signal: AbortSignal;
}

/** Joins chunks to blocks that end at a line end. */
async function* blocks(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunks) {
    held.push(chunk);
    size += chunk.length;
    const cut = size < blockSize ? 0 : chunk.lastIndexOf(newline) + 1;
    if (cut === 0) continue;
    const rest = chunk.subarray(cut);
    const all = Buffer.concat(held);
    yield all.subarray(0, size - rest.length);
    [held, size] = [[rest], rest.length];
  }
  if (size > 0) yield Buffer.concat(held);
}

/**
 * The rows of an export in COPY's text format, in blocks of whole lines, as fast as the database reads them. All rows are
 * from one snapshot.
 * @throws CliError `unreachable`, `failed`, `interrupted`.
 */
export async function* copied(
  { databaseUrl, signal }: Database,
  request: ExportRequest,
  after: Cursor | undefined,
  through: Cursor,
): AsyncGenerator<Buffer> {
  const client = new Client({ connectionString: databaseUrl, application_name: "keelbook export", options: settings });
  // A lost connection fails the query under way; without a listener it would end the process too.
  client.on("error", () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ source: string }>("select public.export_source($1) as source", [
      JSON.stringify({ ...request, after, through }),
    ]);
    const columns = columnsRead(request).map((column) => `"${column}"`);
    const copy = addAbortSignal(
      signal,
      client.query(copyTo(`copy (select ${columns.join(", ")} from ${rows[0]?.source}) to stdout`)),
    );
    yield* blocks(copy);
  } catch (error) {
    throw databaseError(error, "export", signal);
  } finally {
    await client.end().catch(() => undefined);
  }
}
