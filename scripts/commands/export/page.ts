import * as v from "valibot";
import { callFunction } from "../../cli/calls.ts";
import type { Backend } from "../../cli/backend.ts";
import { notAsAsked, postRest, type RestTarget } from "../../cli/postRest.ts";
import { columnsRead } from "./copy/text.ts";
import type { ExportRequest } from "./request/request.ts";
import type { Cursor } from "./request/tables.ts";

/** Where rows are read from. */
export type Source = RestTarget & Pick<Backend, "supabase">;

/** The rows after one key (from the first on, where there is none) and up to another. */
export interface RowRange {
  after: Cursor | undefined;
  through: Cursor;
}

/** Whether two keys name the same row. */
export const same = (a: Cursor, b: Cursor): boolean => a.created_at === b.created_at && a.id === b.id;

/** Rows of a page: with twice as many, PostgreSQL needs 0.05 µs less per row, and more memory (docs/decisions/0182). */
const pageSize = 10_000;

/** How many ends of pages are asked for at a time. */
const endsAhead = 8;

/** COPY's end-of-data marker; a page that was cut short does not end with it. */
const endMark = Buffer.from("\\.\n");

const asked = (request: ExportRequest, range: RowRange) => ({
  ...request,
  ...range,
  columns: columnsRead(request),
  most: pageSize,
});

/**
 * The first rows of a range in COPY's text format; empty when there are none.
 * @throws CliError `unreachable`, `configuration`, `failed` or `interrupted`.
 */
export async function page(source: Source, request: ExportRequest, range: RowRange): Promise<Buffer> {
  const body = { request: JSON.stringify(asked(request, range)) };
  const whole = await postRest(source, "rpc/export_rows", body, { accept: "text/plain" });
  if (!whole.subarray(-endMark.length).equals(endMark)) throw notAsAsked(whole, source.signal);
  return whole.subarray(0, -endMark.length);
}

const cursors = v.array(v.object({ created_at: v.string(), id: v.string() }));

/**
 * Cuts a range where its pages end. The cuts are keys, not counts: whatever rows come or go meanwhile, the ranges together
 * hold every row exactly once.
 */
export async function* ranges(source: Source, request: ExportRequest, whole: RowRange): AsyncGenerator<RowRange> {
  const endsAfter = async (after: Cursor | undefined): Promise<Cursor[]> => {
    const body = { request: JSON.stringify({ ...asked(request, { ...whole, after }), pages: endsAhead }) };
    return v.parse(cursors, await callFunction(source, "export_ends", body));
  };
  let { after } = whole;
  let coming: Promise<Cursor[]> | undefined = endsAfter(after);
  while (coming) {
    const ends: Cursor[] = await coming;
    // Requested while the pages before them are under way; a failure is handled when the result is awaited.
    coming = ends.length < endsAhead ? undefined : endsAfter(ends.at(-1));
    coming?.catch(() => undefined);
    for (const through of ends) {
      yield { after, through };
      after = through;
    }
  }
  if (!after || !same(after, whole.through)) yield { after, through: whole.through };
}
