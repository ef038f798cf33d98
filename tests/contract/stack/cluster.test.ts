import { spawn } from "node:child_process";
import { pbkdf2 } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, rename, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { startCluster } from "../../../server/embedded/postgres/cluster.ts";
import { startUnreaped } from "../../support/unreaped.ts";
import { runningServer, stopLeftovers } from "../../../server/embedded/postgres/leftovers.ts";

describe("a PostgreSQL cluster", () => {
  let parent = "";
  let folder = "";
  const start = (at = folder) => startCluster({ folder: at, password: "a-password", durable: false });
  const rows = async (url: string, statement: string) =>
    (await withClient(url, (client) => client.query(statement))).rows;

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "keelbook-cluster-"));
    // When run by root, PostgreSQL runs as its own user, who must be able to reach the folder.
    await chmod(parent, 0o755);
    folder = join(parent, "postgres");
    // A killed start leaves this behind.
    await mkdir(`${folder}.new/base`, { recursive: true });
    await writeFile(`${folder}.new.pw`, "secret");
    vi.stubEnv("TZ", "Asia/Kolkata");
    const cluster = await start();
    vi.unstubAllEnvs();
    await withClient(cluster.url("postgres"), (client) => client.query("create table kept as select 1 as one"));
    await cluster.stop();
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  it("has UTC, listens on no port, and leaves nothing half-made", async () => {
    const cluster = await start();
    const shown = "select current_setting('timezone') as zone, current_setting('listen_addresses') as listens";
    expect(await rows(cluster.url("postgres"), shown)).toEqual([{ zone: "UTC", listens: "" }]);
    await cluster.stop();
    expect(await readdir(parent)).toEqual(["postgres"]);
  });

  it("starts whatever postmaster.pid says, and signals no process named in it", async () => {
    const bystander = spawn("sleep", ["60"], { stdio: "ignore" });
    onTestFinished(() => void bystander.kill());
    const zombie = await startUnreaped("sleep", "60");
    await zombie.kill();
    for (const pid of [bystander.pid, zombie.pid, 2 ** 22 - 1]) {
      await writeFile(join(folder, "postmaster.pid"), `${pid}\n${folder}\n0\n5432\n`);
      const cluster = await start();
      expect(await rows(cluster.url("postgres"), "table kept")).toEqual([{ one: 1 }]);
      await cluster.stop();
    }
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
  });

  it("is reached in a folder with any characters, and refused where its socket would not fit", async () => {
    const odd = join(parent, "A b%20#?&@:[é]+'");
    await mkdir(odd);
    await rename(folder, join(odd, "postgres"));
    const cluster = await start(join(odd, "postgres"));
    expect(await rows(cluster.url("postgres"), "table kept")).toEqual([{ one: 1 }]);
    await cluster.stop();
    await rename(join(odd, "postgres"), folder);
    await expect(start(join(parent, "long".repeat(30)))).rejects.toThrow("Name a shorter one with DATA_FOLDER.");
  });

  it("that ends as soon as it is started says why, however slow this process's own files are", async () => {
    await writeFile(join(folder, "PG_VERSION"), "17\n");
    onTestFinished(() => writeFile(join(folder, "PG_VERSION"), "18\n"));
    // This process's reads of files wait behind these calls in the queue of Node's threads.
    let busy = true;
    onTestFinished(() => void (busy = false));
    const occupy = () => pbkdf2("", "", 15_000, 64, "sha512", () => busy && occupy());
    for (let threads = 0; threads < 8; threads++) occupy();
    await expect(start()).rejects.toThrow("was made by PostgreSQL 17");
  });

  it("is not started beside one of another container, which answers without being seen", async () => {
    const cluster = await start();
    const pidFile = join(folder, "postmaster.pid");
    await rename(pidFile, `${pidFile}.aside`);
    await expect(stopLeftovers(folder)).rejects.toThrow("that this process cannot see");
    await rename(`${pidFile}.aside`, pidFile);
    expect(await runningServer(folder)).toBeDefined();
    await cluster.stop();
  });
});
