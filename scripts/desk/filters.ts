import { readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import type { SavedFilter } from "../../server/contract/desk.ts";
import { ifMissing } from "../../server/lib/caught.ts";
import type { BackendContext, Context } from "../cli/context.ts";
import { CliError, readError } from "../cli/errors.ts";
import { writeOutput } from "../cli/output.ts";
import { peopleRequest } from "./requests.ts";

/** Where the desk was started; git ignores it. Not in the browser, which takes each desk for another site. */
const fileOf = ({ folder }: Pick<Context, "folder">): string => join(folder, "desk.local");

const name = v.pipe(
  v.string(),
  v.trim(),
  v.nonEmpty("Give the filter a name."),
  v.maxLength(60, "The name of a filter has up to 60 characters."),
);

/** What the page saves: no part of an address, as the file outlives erasures. */
export const savedFilter = v.object({ name, filter: v.omit(peopleRequest, ["search", "after"]) });

const file = v.pipe(v.string(), v.parseJson(), v.array(savedFilter));

/** The operator's filters, by name. @throws CliError `failed` when their file cannot be read. */
export async function readFilters(context: BackendContext): Promise<SavedFilter[]> {
  const path = fileOf(context);
  const text = await readFile(path, "utf8")
    .catch(ifMissing("[]"))
    .catch((cause: unknown) => {
      throw readError(path, cause);
    });
  const read = v.safeParse(file, text);
  if (!read.success)
    throw new CliError("failed", `${path} is not as the desk writes it.`, { hint: "Remove it to begin anew." });
  return read.output;
}

/** Saves a filter in the place of one with its name. @throws CliError `failed` when the file cannot be read or written. */
export const saveFilter = (context: BackendContext, saved: SavedFilter): Promise<SavedFilter[]> =>
  change(context, (others) => [...others.filter((one) => one.name !== saved.name), saved]);

/** Forgets a filter. It can be repeated. @throws CliError as {@link saveFilter}. */
export const removeFilter = (context: BackendContext, removed: string): Promise<SavedFilter[]> =>
  change(context, (filters) => filters.filter((one) => one.name !== removed));

async function change(context: BackendContext, to: (filters: SavedFilter[]) => SavedFilter[]): Promise<SavedFilter[]> {
  const filters = to(await readFilters(context)).toSorted((a, b) => a.name.localeCompare(b.name));
  await writeOutput(context, { kind: "file", path: fileOf(context) }, `${JSON.stringify(filters, null, 2)}\n`);
  return filters;
}
