import * as v from "valibot";
import { callFunction, type Data } from "../data/calls.ts";
import { interruptedError } from "../data/errors.ts";

const pageForm = v.object({ removed: v.number(), changed: v.number(), next: v.nullable(v.string()) });

/** How many people an undone import took off the waitlist, and how many lost the tag or the source that it gave them. */
export type Undone = Pick<v.InferOutput<typeof pageForm>, "removed" | "changed">;

/**
 * Takes back the import with a tag (undo_import_page), page by page, each page in one transaction; with `dry_run` it
 * only counts. It can be repeated.
 * @throws CliError as `dataOf` does, and `interrupted`; what earlier pages took back stays taken back.
 */
export async function undoImport(data: Data, tag: string, dry_run: boolean): Promise<Undone> {
  const sum: Undone = { removed: 0, changed: 0 };
  for (let after: string | null | undefined; after !== null;) {
    if (data.signal.aborted) throw interruptedError();
    const args = { tag, dry_run, ...(after !== undefined && { after }) };
    const page: v.InferOutput<typeof pageForm> = v.parse(pageForm, await callFunction(data, "undo_import_page", args));
    sum.removed += page.removed;
    sum.changed += page.changed;
    after = page.next;
  }
  return sum;
}
