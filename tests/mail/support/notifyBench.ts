import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, beforeEach } from "vitest";
import { cli, hosted, scratchFolder, type TerminalOptions } from "../../cli/terminal.ts";
import { type OutboxBench, startOutboxBench } from "./outboxBench.ts";

/** Address of the nth person. */
export const names = (...numbers: number[]) => numbers.map((n) => `p${n}@example.com`);

/** An update's file. */
export const may = "# Invoices are done\n\nYou can send *invoices*.\n";

/** A backend and a folder to run `notify` in, for a test file; both are empty before each test. */
export function useNotify() {
  let bench: OutboxBench;
  let folder: string;
  beforeAll(async () => {
    bench = await startOutboxBench();
    const scratch = await scratchFolder();
    folder = scratch.folder;
    return async () => {
      await bench.stop();
      await scratch.remove();
    };
  });
  beforeEach(() => bench.empty());

  const notify = (argv: string[], options: TerminalOptions = {}) =>
    cli(["notify", ...argv], { env: hosted(bench), folder, ...options });
  return {
    bench: () => bench,
    folder: () => folder,
    notify,
    launch: (...argv: string[]) => notify(["launch", "--yes", ...argv]),
    /** Confirmed people `p1@example.com` and so on, each a second younger than the one before. */
    people: (count: number) =>
      bench.sql(
        `insert into public.waitlist (email, created_at, confirmed_at)
         select 'p' || n || '@example.com', '2026-05-04T00:00:00Z'::timestamptz + n * interval '1 second', now() from generate_series(1, $1::int) n`,
        [count],
      ),
    queued: async () => (await bench.rows()).map(({ email }) => email).sort(),
    notified: async () =>
      (await bench.sql<{ email: string }>("select email from public.waitlist where notified order by email")).map(
        ({ email }) => email,
      ),
    /** Writes an update's file, and returns its name. */
    async writeUpdate(text: string, name = "may.md") {
      await writeFile(join(folder, name), text);
      return name;
    },
  };
}
