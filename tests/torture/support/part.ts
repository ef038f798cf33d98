import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { openDatabase } from "../../../server/embedded/backup/openDatabase.ts";
import { readKeys } from "../../../server/embedded/folder/keys.ts";
import { serversOf } from "../../../server/embedded/postgres/processes.ts";
import { type Figure, figure } from "./figures.ts";
import { killIfThere, startStackProcess, type StackProcess, type StackProcessOptions } from "./stackProcess.ts";
import { createCrowd, type Crowd, domain } from "./visitors.ts";

/** What a part works with: one data folder, its running stack, and visitors who remember what they were told. */
export interface Bench {
  dataFolder: string;
  crowd: Crowd;
  stack(): StackProcess;
  /** Starts the stack anew, after it ended. */
  restart(options?: StackProcessOptions): Promise<StackProcess>;
  /** Aborted when the part is over, well or not. */
  ended: AbortSignal;
}

/** Longest wait for a database that a part has killed at last, in ms. */
const recovery = 30_000;

/** Asks the database, and again while it refuses connections. */
async function whenUp<T>(ask: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + recovery; ; await sleep(200)) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}

/** Gives `work` a stack on a folder of its own, and afterwards looks at what holds for every part. */
export async function withBench(
  work: (bench: Bench) => Promise<Figure[]>,
  parent?: string,
  options: StackProcessOptions = {},
): Promise<Figure[]> {
  const made = parent ?? (await mkdtemp(join(tmpdir(), "keelbook-torture-")));
  // Under root PostgreSQL runs as another user, who has to get through.
  await chmod(made, 0o711);
  const dataFolder = join(made, "data");
  const all: StackProcess[] = [await startStackProcess(dataFolder, options)];
  const stack = (): StackProcess => {
    const current = all.at(-1);
    if (!current) throw new Error("No stack was started.");
    return current;
  };
  const over = new AbortController();
  try {
    const { captchaSecret } = await readKeys(dataFolder);
    const crowd = createCrowd(dataFolder, captchaSecret);
    const restart = async (again: StackProcessOptions = options) => {
      all.push(await startStackProcess(dataFolder, again));
      return stack();
    };
    const figures = await work({ dataFolder, crowd, stack, restart, ended: over.signal });
    const lost = await whenUp(() => crowd.lost());
    const log = await readFile(join(dataFolder, "postgres", "server.log"), "utf8").catch(() => "");
    await stack().end("SIGTERM");
    const printed = [...all.map((one) => one.output()), log].join("\n");
    return [
      ...figures,
      figure(
        "acknowledged, of these not stored exactly once",
        `${crowd.acknowledged()}, ${lost}`,
        lost === 0 && crowd.acknowledged() > 0,
      ),
      figure("addresses of visitors in outputs and logs", printed.split(domain).length - 1, !printed.includes(domain)),
    ];
  } finally {
    over.abort();
    await stack().end("SIGKILL");
    // A killed stack leaves its PostgreSQL behind.
    for (const { pid } of await serversOf(join(dataFolder, "postgres"))) killIfThere(pid);
    if (parent === undefined) await rm(made, { recursive: true, force: true });
  }
}

/** The same with somebody's application in the database, open: for parts in which others than the stack are killed. */
export const withDatabase = (
  work: (given: { databaseUrl: string; dataFolder: string }) => Promise<Figure[]>,
): Promise<Figure[]> =>
  withBench(async ({ dataFolder, crowd, stack }) => {
    await crowd.visit(stack().url, "beta");
    const database = await openDatabase(dataFolder);
    try {
      return await work({ databaseUrl: database.url, dataFolder });
    } finally {
      await database.close();
    }
  });
