import { execFileSync } from "node:child_process";
import { chmod, type FileHandle, mkdtemp, open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { formsBasePath } from "../../../server/contract/outcomes.ts";
import { type Figure, figure, note, tally } from "../support/figures.ts";
import { withBench } from "../support/part.ts";
import { keepVisiting } from "../support/visitors.ts";

/** Longest wait for the service to recover once there is room again, in ms. */
const recovery = 30_000;

const fits = (handle: FileHandle, size: number): Promise<boolean> =>
  handle.write(Buffer.alloc(size, 1)).then(
    ({ bytesWritten }) => bytesWritten === size,
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOSPC") return false;
      throw error;
    },
  );

async function fill(file: string): Promise<void> {
  const handle = await open(file, "w");
  try {
    for (const size of [1 << 20, 1 << 14, 1 << 10]) while (await fits(handle, size)) continue;
  } finally {
    await handle.close();
  }
}

/** Fills up a disk while visitors come, and then makes room again. */
export async function disk(): Promise<Figure[]> {
  if (process.platform !== "linux" || process.getuid?.() !== 0)
    return [note("skipped", "needs root, to mount a small file system")];
  const parent = await mkdtemp(join(tmpdir(), "keelbook-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", "size=160m", "tmpfs", parent], { stdio: "ignore" });
  } catch {
    await rm(parent, { recursive: true });
    return [note("skipped", "a file system cannot be mounted here")];
  }
  try {
    await chmod(parent, 0o711);
    return await withBench(async (bench) => {
      const { crowd, stack, restart } = bench;
      const health = () =>
        fetch(`${stack().url}${formsBasePath}/health`).then(
          ({ status }) => status,
          () => 0,
        );
      const visiting = keepVisiting(bench, 4);
      await sleep(2000);
      const before = crowd.acknowledged();
      await fill(join(parent, "filler"));
      // PostgreSQL continues within its existing WAL segments, and needs a new one after 16 MiB.
      for (let n = 0; n < 80 && stack().lives() && (await health()) === 200; n++) await sleep(250);
      const [during, lived] = [await health(), stack().lives()];
      await rm(join(parent, "filler"));
      if (!stack().lives()) await restart();
      const [freed, then] = [performance.now(), crowd.acknowledged()];
      while (crowd.acknowledged() === then && performance.now() - freed < recovery) await sleep(100);
      await visiting.stop();
      return [
        note("stored before, and until there was room again", `${before}, ${then}`),
        note("the stack on the full disk", lived ? "alive" : "ended"),
        figure("health on the full disk", during || "no answer", during !== 200),
        figure("visitors stored once there is room", crowd.acknowledged() - then, crowd.acknowledged() > then),
        note("answers", tally(visiting.sent.map(({ status }) => status || "connection lost"))),
      ];
    }, parent);
  } finally {
    execFileSync("umount", ["-l", parent]);
    await rm(parent, { recursive: true, force: true });
  }
}
