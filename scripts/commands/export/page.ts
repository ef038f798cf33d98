import * as v from "valibot";
import { callError, dataOf } from "../../cli/calls.ts";
import type { Backend } from "../../cli/backend.ts";
import { postRest, type RestTarget } from "../../cli/postRest.ts";
import { columnsRead } from "./copy/text.ts";
import type { ExportRequest } from "./request/request.ts";
import type { Cursor } from "./request/tables.ts";

/** Where rows come from. */
export type Source = RestTarget & Pick<Backend, "supabase">;

/** The rows after one key, the first where there is none, and up to another. */
export interface Range {
  after: Cursor | undefined;
  through: Cursor;
}

/** Whether two keys are those of the same row. */
export const same = (a: Cursor, b: Cursor): boolean => a.created_at === b.created_at && a.id === b.id;

/** Rows of a page: twice as many cost PostgreSQL 0.05 µs a row less, and more memory (docs/decisions/0182). */
const pageSize = 10_000;

/** Ends of pages that are asked for at a time. */
const endsAhead = 8;

/** COPY's mark of the end of the data: a page that was cut short does not end with it. */
const endMark = Buffer.from("\\.\n");

const asked = (request: ExportRequest, range: Range) => ({
  ...request,
  ...range,
  columns: columnsRead(request),
  most: pageSize,
});

/**
 * The first rows of a range in COPY's text format; empty when there are none.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function page(source: Source, request: ExportRequest, range: Range): Promise<Buffer> {
  const body = { request: JSON.stringify(asked(request, range)) };
  const whole = await postRest(source, "rpc/export_rows", body, { accept: "text/plain" });
  if (!whole.subarray(-endMark.length).equals(endMark)) throw callError({ status: 200, error: null }, source.signal);
  return whole.subarray(0, -endMark.length);
}

const cursors = v.array(v.object({ created_at: v.string(), id: v.string() }));

/**
 * Cuts a range where its pages end. The cuts are keys, not counts: whoever comes or leaves meanwhile, the ranges hold every
 * row of the whole once.
 */
export async function* ranges(source: Source, request: ExportRequest, whole: Range): AsyncGenerator<Range> {
  const endsAfter = async (after: Cursor | undefined): Promise<Cursor[]> => {
    const body = { request: JSON.stringify({ ...asked(request, { ...whole, after }), pages: endsAhead }) };
    return v.parse(cursors, await dataOf(source.supabase.rpc("export_ends", body).retry(false), source.signal));
  };
  let { after } = whole;
  let coming: Promise<Cursor[]> | undefined = endsAfter(after);
  while (coming) {
    const ends: Cursor[] = await coming;
    // Asked for while the pages before them are under way; handled when awaited.
    coming = ends.length < endsAhead ? undefined : endsAfter(ends.at(-1));
    coming?.catch(() => undefined);
    for (const through of ends) {
      yield { after, through };
      after = through;
    }
  }
  if (!after || !same(after, whole.through)) yield { after, through: whole.through };
}
