import { spawn } from "node:child_process";
import { pbkdf2 } from "node:crypto";
import { chmod, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { type ClusterOptions, startCluster } from "../../../server/embedded/postgres/cluster.ts";
import { launch } from "../../../server/embedded/postgres/launch.ts";
import { serversOf } from "../../../server/embedded/postgres/processes.ts";
import { startServer } from "../../../server/embedded/postgres/server.ts";
import { listen } from "../../support/listen.ts";

/** Keeps Node's file-system threads busy, as on a busy machine; returns a function that ends it. */
function keepFilesWaiting(): () => void {
  let over = false;
  const work = () => {
    if (!over) pbkdf2("busy", "salt", 100_000, 32, "sha256", work);
  };
  for (let threads = 0; threads < 8; threads++) work();
  return () => (over = true);
}

describe("a PostgreSQL cluster", () => {
  let parent = "";
  let folder = "";
  const start = (options: Partial<ClusterOptions> = {}) =>
    startCluster({ folder, password: "first-password", durable: false, ...options });

  beforeAll(async () => {
    parent = await mkdtemp(join(tmpdir(), "keelbook-cluster-"));
    // When run by root, PostgreSQL runs as its own user, who must be able to reach the folder.
    await chmod(parent, 0o755);
    folder = join(parent, "postgres");
    vi.stubEnv("TZ", "Asia/Kolkata");
    const cluster = await start();
    vi.unstubAllEnvs();
    await withClient(cluster.url("postgres"), (client) => client.query("create table kept as select 1 as one"));
    await cluster.stop();
  });
  afterAll(() => rm(parent, { recursive: true, force: true }));

  const expectKept = async (url: string) =>
    expect((await withClient(url, (client) => client.query("table kept"))).rows).toEqual([{ one: 1 }]);

  it("has UTC, as hosted ones have, whatever the machine's time zone is", async () => {
    const cluster = await start();
    const { rows } = await withClient(cluster.url("postgres"), (client) => client.query("show timezone"));
    await cluster.stop();
    expect(rows).toEqual([{ TimeZone: "UTC" }]);
  });

  it("leaves no half-made folder behind", async () => {
    expect(await readdir(parent)).toEqual(["postgres"]);
  });

  it("removes what a killed start left unfinished, including its password", async () => {
    const left = `${folder}.new-a1B2c3`;
    await mkdir(join(left, "base"), { recursive: true });
    await writeFile(`${left}.pw`, "secret");
    await start().then((cluster) => cluster.stop());
    expect(await readdir(parent)).toEqual(["postgres"]);
  });

  it("starts whatever postmaster.pid says, and signals no process named in it", async () => {
    const bystander = spawn("sleep", ["60"], { stdio: "ignore" });
    const listener = createServer();
    const port = await listen(listener);
    for (const text of [
      "",
      "garbage",
      `${bystander.pid}\n${folder}\n0\n${port}\n`,
      `${2 ** 22 - 1}\n${folder}\n0\n${port}\n`,
    ]) {
      await writeFile(join(folder, "postmaster.pid"), text);
      const cluster = await start();
      await expectKept(cluster.url("postgres"));
      await cluster.stop();
    }
    expect([bystander.exitCode, bystander.signalCode]).toEqual([null, null]);
    bystander.kill();
    listener.close();
  });

  it("listens on no port, which other users of the machine could reach, or take from it", async () => {
    const cluster = await start();
    const { rows } = await withClient(cluster.url("postgres"), (client) =>
      client.query("select inet_server_addr() as address, current_setting('listen_addresses') as listens"),
    );
    expect(rows).toEqual([{ address: null, listens: "" }]);
    await cluster.stop();
  });

  it.each([
    ["too long for a socket", `${"long".repeat(30)}/${"longer".repeat(20)}`],
    ["with characters that mean something in an address", "A b%20#?&@:[é]+'"],
  ])("is reached in a folder whose path is %s", async (_, name) => {
    const odd = await mkdir(join(parent, name), { recursive: true });
    const moved = join(parent, name, "postgres");
    await rename(folder, moved);
    const cluster = await start({ folder: moved });
    await expectKept(cluster.url("postgres"));
    await cluster.stop();
    await rename(moved, folder);
    if (odd) await rm(odd, { recursive: true });
  });

  it("is stopped where it was left running, pid file or not", async () => {
    const first = await startServer({ folder, durable: false });
    const [before] = await serversOf(folder);
    await rm(join(folder, "postmaster.pid"));
    const second = await start();
    await expectKept(second.url("postgres"));
    expect((await serversOf(folder)).some(({ pid }) => pid === before?.pid)).toBe(false);
    expect(await first.ended).toBe("exit code 0");
    await second.stop();
  });

  it("is never taken for missing where PG_VERSION cannot be read", async () => {
    const version = join(folder, "PG_VERSION");
    await rename(version, `${version}.aside`);
    await mkdir(version);
    await expect(start()).rejects.toThrow(/PG_VERSION cannot be read: EISDIR.+Nothing was changed\.$/u);
    await rm(version, { recursive: true });
    await expect(start()).rejects.toThrow(/is not empty, but its file PG_VERSION is missing/u);
    await rename(`${version}.aside`, version);
    const cluster = await start();
    await expectKept(cluster.url("postgres"));
    await cluster.stop();
  });

  it("makes new keys in place of lost ones, and says what that means", async () => {
    const lines: string[] = [];
    const cluster = await start({ password: "another'password", log: (line) => lines.push(line) });
    await expectKept(cluster.url("postgres"));
    await cluster.stop();
    expect(lines).toEqual([expect.stringContaining("everybody is signed out")]);
    const again = await start({ password: "another'password", log: (line) => lines.push(line) });
    await again.stop();
    expect(lines).toHaveLength(1);
  });

  it("says why it does not start, with the last line of its log", async () => {
    const control = join(folder, "global", "pg_control");
    const bytes = await readFile(control);
    await rm(control);
    const whole = /does not start: .+pg_control.+ Its log is .+server\.log$/u;
    await expect(start()).rejects.toThrow(whole);
    // Only while it is launched, as keeping them busy takes both cores.
    const calm = keepFilesWaiting();
    const { exited } = await launch({ folder, durable: false }, join(folder, "server.log")).finally(calm);
    // The exit was noticed, although it happened before the log was closed.
    expect(await Promise.race([exited, sleep(30_000)])).toBe("exit code 2");
    await writeFile(control, bytes);
  });
});
