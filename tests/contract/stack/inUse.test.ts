import { once } from "node:events";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FolderInUseError, holderOfFolder, joinOr, takeFolder } from "../../../server/embedded/folder/hold.ts";
import { runningServer } from "../../../server/embedded/postgres/leftovers.ts";
import { connectEmbedded } from "../../../server/embedded/stack/connect.ts";
import { createServiceClient } from "../../../server/supabase/client.ts";
import { nodeHost } from "../../../server/supabase/nodeHost.ts";
import { operator, useStackFolder } from "./stackFolder.ts";

describe("a data folder in use", () => {
  const folder = useStackFolder();
  const cluster = () => join(folder.dataFolder, "postgres");

  it("is refused to a second stack, which names the first, and joined by commands, which leave it running", async () => {
    await folder.prepare();
    const first = await folder.start();
    await expect(folder.start()).rejects.toThrow(
      `is in use by another stack (process ${process.pid}, ${first.boundUrl}). Stop it first.`,
    );
    const joined = await connectEmbedded(folder.dataFolder, { create: false });
    expect(joined).toMatchObject({ url: first.boundUrl, keys: first.keys, started: false, sends: false });
    await joined.close();
    expect((await fetch(`${first.url}/functions/v1/forms/health`)).status).toBe(200);
    await first.stop();
    expect(await holderOfFolder(folder.dataFolder)).toBeUndefined();
  });

  it("is waited for while a command has it: by commands, not by a stack", async () => {
    await folder.prepare();
    const one = await connectEmbedded(folder.dataFolder, { create: false });
    expect(one.started).toBe(true);
    await expect(folder.start()).rejects.toThrow(
      `is in use by a command (process ${process.pid}). Wait until it has ended, then run this again.`,
    );
    const said: string[] = [];
    const other = connectEmbedded(folder.dataFolder, { create: false, waits: (line) => void said.push(line) });
    await expect.poll(() => said).toEqual([`Waiting for process ${process.pid}, which uses ${folder.dataFolder}.`]);
    await one.close();
    await (await other).close();
    expect(await runningServer(cluster())).toBeUndefined();
  });

  it("is left alone when the wait, or the start of a command, is interrupted", async () => {
    await folder.prepare();
    const held = await takeFolder(folder.dataFolder);
    const signal = AbortSignal.timeout(50);
    await expect(joinOr(folder.dataFolder, { signal }, () => Promise.resolve("started"))).rejects.toThrow("aborted");
    await held.release();
    const interrupt = new AbortController();
    const starting = connectEmbedded(folder.dataFolder, { create: false, signal: interrupt.signal });
    interrupt.abort();
    await expect(starting).rejects.toMatchObject({ name: "AbortError" });
    expect(await runningServer(cluster())).toBeUndefined();
    await (await takeFolder(folder.dataFolder)).release();
  });

  it("goes to one of twenty that take it at once, also after a process that was killed", async () => {
    await mkdir(folder.dataFolder);
    for (let round = 0; round < 10; round++) {
      // The number of a living process, which started at another time.
      if (round % 2 === 1)
        await writeFile(join(folder.dataFolder, "stack.json"), JSON.stringify({ pid: process.pid, since: "1" }));
      const settled = await Promise.allSettled(Array.from({ length: 20 }, () => takeFolder(folder.dataFolder)));
      const taken = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
      expect(settled.filter((one) => one.status === "rejected" && !(one.reason instanceof FolderInUseError))).toEqual(
        [],
      );
      expect(taken).toHaveLength(1);
      await taken[0]?.release();
    }
    expect(await readdir(folder.dataFolder)).toEqual([]);
  });

  it("is started again after kill -9 with every acknowledged row, and the PostgreSQL left there is stopped", async () => {
    await folder.prepare();
    const { child, url } = await folder.run();
    await expect(folder.start()).rejects.toThrow(`process ${child.pid}`);
    const { secretKey } = JSON.parse(await readFile(join(folder.dataFolder, "keys.json"), "utf8"));
    await createServiceClient(url, secretKey, nodeHost).from("waitlist").insert({ email: "survivor@example.com" });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await runningServer(cluster())).toBeDefined();
    const stack = await folder.start();
    const { data } = await operator(stack).from("waitlist").select("email");
    expect(data).toEqual([{ email: "survivor@example.com" }]);
  });

  it("is let go by a stack whose database has ended, which says so", async () => {
    await folder.prepare();
    const stack = await folder.start();
    process.kill((await runningServer(cluster())) ?? 0, "SIGKILL");
    expect(await stack.died).toBe("PostgreSQL has ended (signal SIGKILL). What was stored is safe.");
    expect((await fetch(`${stack.url}/functions/v1/forms/health`)).status).toBe(503);
    await stack.stop();
    await folder.start();
  });
});
