import { open, rename, rm } from "node:fs/promises";
import { neutralise } from "../../csv/neutralise.ts";
import { record } from "../../csv/record.ts";

/** The lines an import could not take, in a file beside it (0600): line number, reason, and the line as it was. */
export interface Rejects {
  count: number;
  file: string;
  add(line: number, reason: string, cells: readonly string[]): Promise<void>;
  /** Gives the file its name, or leaves none when nothing was rejected. */
  close(): Promise<void>;
}

export async function openRejects(imported: string, header: readonly string[]): Promise<Rejects> {
  const file = `${imported}.rejects.csv`;
  const partial = await open(`${file}.partial`, "w", 0o600);
  const line = (cells: readonly string[]) => partial.write(`${record(cells.map(neutralise))}\n`);
  await line(["line", "reason", ...header]);
  const rejects: Rejects = {
    count: 0,
    file,
    async add(number, reason, cells) {
      rejects.count += 1;
      await line([String(number), reason, ...cells]);
    },
    async close() {
      await partial.close();
      if (rejects.count > 0) await rename(`${file}.partial`, file);
      else await Promise.all([rm(`${file}.partial`), rm(file, { force: true })]);
    },
  };
  return rejects;
}
