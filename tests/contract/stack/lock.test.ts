import { once } from "node:events";
import { mkdir, readdir, rename, rm, symlink, writeFile } from "node:fs/promises";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { afterEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { connectToHolder } from "../../../server/embedded/lock/claims.ts";
import { openDatabase } from "../../../server/embedded/backup/openDatabase.ts";
import { connectEmbedded } from "../../../server/embedded/stack/connect.ts";
import { readMailSettings } from "../../../server/settings/hosts.ts";
import { acquireLock, FolderInUseError } from "../../../server/embedded/lock/lock.ts";
import { lockHolder } from "../../support/lockHolder.ts";
import { useStackFolder } from "./stackFolder.ts";

describe("the lock of a data folder", () => {
  const folder = useStackFolder();
  afterEach(() => void vi.useRealTimers());
  /** A process that holds the lock. */
  const hold = async () => {
    await mkdir(folder.dataFolder);
    const child = folder.run("holdLock.ts");
    if (child.stdout) await once(child.stdout, "data");
    return child;
  };

  it("refuses a second stack on the same data, and names the first", async () => {
    await folder.prepare();
    const first = await folder.start();
    await expect(folder.start()).rejects.toThrow(
      `is in use by another stack (process ${process.pid}, ${first.boundUrl}). Stop it first.`,
    );
    expect((await fetch(`${first.url}/functions/v1/forms/health`)).status).toBe(200);
    await first.stop();
    expect(await lockHolder(folder.dataFolder)).toBeUndefined();
  });

  it("asks to wait for a command, which ends by itself", async () => {
    await folder.prepare();
    const wait = `${folder.dataFolder} is in use by a command (process ${process.pid}). Wait until it has ended, then run this again.`;
    const mail = readMailSettings(() => undefined);
    for (const begin of [
      () => connectEmbedded(folder.dataFolder, { create: true }),
      () => connectEmbedded(folder.dataFolder, { create: false, mail }),
      () => openDatabase(folder.dataFolder),
    ]) {
      const { close } = await begin();
      await expect(folder.start()).rejects.toThrow(wait);
      await close();
    }
  });

  it.each([400, -400])("holds when the clock steps by %i days", async (days) => {
    await mkdir(folder.dataFolder);
    const lock = await acquireLock(folder.dataFolder);
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + days * 24 * 60 * 60_000 });
    await expect(acquireLock(folder.dataFolder)).rejects.toThrow(FolderInUseError);
    await lock.release();
    await (await acquireLock(folder.dataFolder)).release();
  });

  it("goes to exactly one of twenty simultaneous processes, again and again", async () => {
    await mkdir(folder.dataFolder);
    for (let round = 0; round < 20; round++) {
      const tries = Array.from({ length: 20 }, () => acquireLock(folder.dataFolder));
      const settled = await Promise.allSettled(tries);
      const locks = settled.flatMap((outcome) => (outcome.status === "fulfilled" ? [outcome.value] : []));
      expect(locks).toHaveLength(1);
      await locks[0]?.release();
    }
    expect(await readdir(join(folder.dataFolder, "lock"))).toEqual([]);
  });

  it("ends with a killed process, even if its process id is used again, and leaves nothing behind", async () => {
    const child = await hold();
    expect(await lockHolder(folder.dataFolder)).toEqual({
      pid: child.pid,
      state: "holding",
      url: "http://localhost:1",
    });
    child.kill("SIGKILL");
    await once(child, "exit");
    expect(await lockHolder(folder.dataFolder)).toBeUndefined();
    expect(await readdir(join(folder.dataFolder, "lock"))).toEqual([]);
    await (await acquireLock(folder.dataFolder)).release();
  });

  it("is still held by a stopped process, which does not answer", async () => {
    const child = await hold();
    child.kill("SIGSTOP");
    await expect(acquireLock(folder.dataFolder)).rejects.toThrow(
      "is in use by another stack. Stop it first; one that a command runs ends with it.",
    );
  });

  it.each([
    ["ends each connection, as one without free file descriptors does", (socket: Socket) => socket.destroy()],
    ["answers what this version does not know", (socket: Socket) => socket.write('{"state": "sharing"}\n')],
    ["answers no JSON", (socket: Socket) => socket.write("holding\n")],
  ])("is still held by a process that %s", async (_, answer) => {
    const locks = join(folder.dataFolder, "lock");
    await mkdir(locks, { recursive: true });
    const holder = createServer((socket) => void answer(socket.on("error", () => undefined))).listen(
      join(locks, "holder.sock"),
    );
    await once(holder, "listening");
    await expect(acquireLock(folder.dataFolder)).rejects.toThrow(FolderInUseError);
    holder.close();
  });

  it.skipIf(process.platform === "win32")("is still held where nobody can ask", async () => {
    const locks = join(folder.dataFolder, "lock");
    await mkdir(locks, { recursive: true });
    await symlink("loop.sock", join(locks, "loop.sock"));
    await expect(acquireLock(folder.dataFolder)).rejects.toThrow(FolderInUseError);
  });

  it("is known by who holds it, whoever tries to take it meanwhile", async () => {
    const locks = join(folder.dataFolder, "lock");
    await mkdir(locks, { recursive: true });
    const claims = ["taking", "holding", "taking"].map((state) => JSON.stringify({ state }));
    for (const [n, claim] of claims.entries()) {
      const server = createServer((socket) => void socket.write(`${claim}\n`)).listen(join(locks, `${n}.sock`));
      await once(server, "listening");
      onTestFinished(() => void server.close());
    }
    expect(await lockHolder(folder.dataFolder)).toEqual({ state: "holding" });
  });

  it("works in a folder whose path is longer than a socket's may be", async () => {
    const long = join(folder.parent, "a-long-name".repeat(12));
    await mkdir(long);
    const lock = await acquireLock(long);
    expect(await lockHolder(long)).toMatchObject({ pid: process.pid });
    await expect(acquireLock(long)).rejects.toThrow(FolderInUseError);
    await lock.release();
  });

  it("reports in one line that something else is in its place", async () => {
    await mkdir(folder.dataFolder);
    await writeFile(join(folder.dataFolder, "lock"), "");
    await expect(folder.start()).rejects.toThrow(/^The data folder .+ cannot be locked: EEXIST: .+$/u);
  });

  // As on a disk that has become read-only.
  it("is let go, and taken again, where the file of its dead holder cannot be removed", async () => {
    await mkdir(folder.dataFolder);
    const [locks, elsewhere] = [join(folder.dataFolder, "lock"), join(folder.dataFolder, "elsewhere")];
    const lock = await acquireLock(folder.dataFolder);
    await rename(locks, elsewhere);
    await writeFile(locks, "");
    await lock.release();
    await rm(locks);
    await rename(elsewhere, locks);
    expect(await readdir(locks)).toHaveLength(1);
    // To Linux a folder refuses connections, too, and no file is removed that is one.
    if (process.platform === "linux") await mkdir(join(locks, "dead.sock"));
    await (await acquireLock(folder.dataFolder)).release();
  });

  it("lets go of those who are connected when it is released, so that its process can end", async () => {
    await mkdir(folder.dataFolder);
    const lock = await acquireLock(folder.dataFolder);
    const [name = ""] = await readdir(join(folder.dataFolder, "lock"));
    const client = connect(join(folder.dataFolder, "lock", name)).resume();
    await once(client, "data");
    const closed = once(client, "close");
    await lock.release();
    await closed;
    expect(client.destroyed).toBe(true);
  }, 5000);

  it("counts the processes that are connected to it, and tells nobody its address once there are none", async () => {
    await mkdir(folder.dataFolder);
    const lock = await acquireLock(folder.dataFolder);
    lock.publish("http://localhost:1");
    const client = await connectToHolder(folder.dataFolder);
    let alone = false;
    const waiting = lock.clientsGone().then(() => (alone = true));
    await lockHolder(folder.dataFolder);
    expect(alone).toBe(false);
    client?.disconnect();
    await waiting;
    expect(await lockHolder(folder.dataFolder)).toEqual({ pid: process.pid, state: "holding" });
    // Such as this process itself, which has just looked who holds the folder.
    (await connectToHolder(folder.dataFolder))?.disconnect();
    const said: string[] = [];
    await lock.clientsGone({ waits: (line) => void said.push(line) });
    expect(said).toEqual([]);
    await lock.release();
  });
});
