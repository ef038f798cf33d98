import { resolve } from "node:path";
import { callError, dataOf } from "../../cli/backend.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, interruptedError } from "../../cli/errors.ts";
import { say } from "../../cli/io.ts";
import { count, megabytes, progressBar } from "../../cli/progressBar.ts";
import { applyMap, guessMapping, type Mapping, targets } from "./mapping.ts";
import { openRejects, type Rejects } from "./rejects.ts";
import { records, type SourceRecord } from "./records.ts";
import { readRow, type Row } from "./row.ts";
import { inspect, type Source } from "./source.ts";

/** Options of `import`, as commander gives them. */
export interface ImportOptions {
  map: string[];
  dryRun?: true;
}

/** Rows of one request. */
const batchSize = 2000;

interface Numbered {
  line: number;
  cells: string[];
  row: Row;
}

/**
 * Imports people from a CSV file of another tool. Who is on the waitlist already stays as they are, so the same file
 * can be imported again after any stop.
 * @throws CliError `failed` when lines had to be rejected, `usage`, `unreachable`, `interrupted`.
 */
export async function importWaitlist(
  context: BackendContext,
  path: string,
  { map, dryRun }: ImportOptions,
): Promise<void> {
  const source = await inspect(resolve(context.folder, path));
  const { header, headless } = await readHeader(source);
  const mapping = applyMap(guessMapping(header.names, header.first), header.names, map);
  describe(context, source, header.names, mapping);
  const rejects = await openRejects(source.file, header.names);
  const counts = { read: 0, added: 0, duplicates: 0 };
  const seen = new Set<string>();
  const store = async (batch: Numbered[]): Promise<void> => {
    if (batch.length === 0) return;
    if (context.signal.aborted) throw interruptedError("Run the same import again; nothing is doubled.");
    const added = dryRun
      ? batch.filter(({ row }) => seen.size < seen.add(row.email).size).length
      : await insert(context, batch, rejects);
    counts.added += added;
  };
  const bar = progressBar(context, source.bytes, 0, megabytes);
  try {
    let batch: Numbered[] = [];
    let heading = !headless;
    for await (const { line, cells, broken } of records(source, bar.at)) {
      if (heading) {
        heading = false;
        continue;
      }
      counts.read += 1;
      const uneven =
        cells.length === header.names.length
          ? undefined
          : `The line has ${cells.length} fields instead of ${header.names.length}.`;
      const row = broken ?? uneven ?? readRow(cells, mapping, context.clock());
      if (typeof row === "string") await rejects.add(line, row, cells);
      else batch.push({ line, cells, row });
      if (batch.length < batchSize) continue;
      await store(batch);
      batch = [];
    }
    await store(batch);
  } finally {
    bar.end();
    await rejects.close();
  }
  const duplicates = counts.read - rejects.count - counts.added;
  say(
    context,
    `${count(counts.read)} lines: ${count(counts.added)} ${dryRun ? "to add (fewer where people are on the waitlist already)" : "added"}, ${count(duplicates)} duplicates, ${count(rejects.count)} rejected.`,
  );
  if (rejects.count > 0)
    throw new CliError("failed", `${count(rejects.count)} lines were rejected.`, {
      hint: `Each with its reason: ${rejects.file}`,
    });
}

/** The column names, and the first row of values; a file whose first line holds an address has no header. */
async function readHeader(
  source: Source,
): Promise<{ header: { names: string[]; first: string[] }; headless: boolean }> {
  const firsts: SourceRecord[] = [];
  for await (const record of records(source)) if (firsts.push(record) === 2) break;
  const [names = [], first = []] = firsts.map(({ cells }) => cells);
  if (!names.some((name) => name.includes("@")))
    return { header: { names: names.map((name) => name.trim()), first }, headless: false };
  return {
    header: { names: names.map((cell, index) => (cell.includes("@") ? "email" : `column ${index + 1}`)), first: names },
    headless: true,
  };
}

function describe(
  context: BackendContext,
  { encoding, delimiter }: Source,
  names: readonly string[],
  mapping: Mapping,
): void {
  const used = targets.flatMap((target) =>
    mapping[target] === undefined ? [] : [`  ${target} ← ${names[mapping[target]]}`],
  );
  const ignored = names.filter((_name, index) => !Object.values(mapping).includes(index));
  say(
    context,
    [
      `Reading ${encoding}, fields separated by ${delimiter === "\t" ? "tabs" : delimiter}`,
      ...used,
      ...(ignored.length > 0 ? [`  ignored: ${ignored.join(", ")}`] : []),
    ].join("\n"),
  );
}

/** Adds what is not there yet, and says how many that were. Where the database refuses a batch, halves find the row. */
async function insert(context: BackendContext, batch: Numbered[], rejects: Rejects): Promise<number> {
  const { supabase, signal } = context;
  const rows = batch.map(({ row }) => row);
  const answer = await supabase
    .from("waitlist")
    .upsert(rows, { onConflict: "email", ignoreDuplicates: true })
    .select("id")
    .retry(false);
  if (!answer.error) return (await dataOf(Promise.resolve(answer), signal)).length;
  const error = callError(answer, signal);
  if (error.code !== "failed") throw error;
  const [only] = batch;
  if (batch.length === 1 && only) {
    await rejects.add(only.line, `The database refuses it (${answer.error.code || answer.status}).`, only.cells);
    return 0;
  }
  const half = Math.ceil(batch.length / 2);
  return (await insert(context, batch.slice(0, half), rejects)) + (await insert(context, batch.slice(half), rejects));
}
