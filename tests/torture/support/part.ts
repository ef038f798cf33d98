import { chmod, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { readKeys } from "../../../server/embedded/folder/keys.ts";
import { type Figure, figure } from "./figures.ts";
import { killIfThere, postgresOf, startStackProcess, type StackProcess } from "./stackProcess.ts";
import { createCrowd, type Crowd, domain } from "./visitors.ts";

/** What a part works with: one data folder, its running stack, and visitors who remember their answers. */
interface Bench {
  dataFolder: string;
  crowd: Crowd;
  stack(): StackProcess;
  /** Starts the stack again after it has ended. */
  restart(): Promise<StackProcess>;
  /** This is aborted when the part has ended in any way. */
  ended: AbortSignal;
}

/** Longest wait for a database that a part has killed, in ms. */
const recovery = 30_000;

/** Queries the database, and retries while it refuses connections. */
async function whenUp<T>(ask: () => Promise<T>): Promise<T> {
  for (const until = performance.now() + recovery; ; await sleep(200)) {
    try {
      return await ask();
    } catch (error) {
      if (performance.now() > until) throw error;
    }
  }
}

/** Gives `work` a stack on a new folder, and afterwards checks what must hold for every part. */
export async function withBench(work: (bench: Bench) => Promise<Figure[]>, parent?: string): Promise<Figure[]> {
  const made = parent ?? (await mkdtemp(join(tmpdir(), "keelbook-torture-")));
  // Under root, PostgreSQL runs as another user, who needs access to the folder.
  await chmod(made, 0o711);
  const dataFolder = join(made, "data");
  const all: StackProcess[] = [await startStackProcess(dataFolder)];
  const stack = (): StackProcess => {
    const current = all.at(-1);
    if (!current) throw new Error("No stack was started.");
    return current;
  };
  const over = new AbortController();
  try {
    const { captchaSecret } = await readKeys(dataFolder);
    const crowd = createCrowd(dataFolder, captchaSecret);
    const restart = async () => {
      all.push(await startStackProcess(dataFolder));
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
    for (const { pid } of await postgresOf(dataFolder)) killIfThere(pid);
    if (parent === undefined) await rm(made, { recursive: true, force: true });
  }
}
