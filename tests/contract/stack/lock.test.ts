import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { lockHolder } from "../../../server/embedded/folder/lock.ts";
import { useStackFolder } from "./stackFolder.ts";

describe("the lock of a data folder", () => {
  const folder = useStackFolder();

  it("refuses a second stack on the same data, and names the first", async () => {
    const first = await folder.start();
    await expect(folder.start()).rejects.toThrow(
      `is in use by another stack (process ${process.pid}, ${first.url}). Stop it first`,
    );
    expect((await fetch(`${first.url}/functions/v1/forms/health`)).status).toBe(200);
    await first.stop();
    expect(await lockHolder(folder.dataFolder)).toBeUndefined();
  });

  it("counts a lock from before the machine was restarted, of a process that has gone, or of one that had our pid, for nothing", async () => {
    await (await folder.start()).stop();
    const beforeUs = Date.now() - process.uptime() * 1000 - 60_000;
    for (const lock of [
      { pid: process.ppid, startedAt: 1 },
      { pid: 2 ** 30, startedAt: Date.now() },
      { pid: process.pid, startedAt: beforeUs },
    ]) {
      await writeFile(join(folder.dataFolder, "lock.json"), JSON.stringify(lock));
      await (await folder.start()).stop();
    }
    await writeFile(join(folder.dataFolder, "lock.json"), JSON.stringify({ pid: process.ppid, startedAt: Date.now() }));
    await expect(folder.start()).rejects.toThrow(`process ${process.ppid}`);
  });
});
