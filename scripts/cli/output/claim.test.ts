import { execFileSync } from "node:child_process";
import {
  constants,
  lutimes,
  mkdtemp,
  open,
  readdir,
  readFile,
  readlink,
  rm,
  symlink,
  utimes,
  writeFile,
} from "node:fs/promises";
import { hostname, tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it } from "vitest";
import { claim, isAbandoned } from "./claim.ts";

describe.skipIf(process.platform === "win32")("a claim in a shared folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "keelbook-claim-"));
    return () => rm(folder, { recursive: true });
  });

  it.each([
    ["a pipe", async (file: string) => void execFileSync("mkfifo", [file])],
    ["a link", (file: string) => symlink(join(folder, "else"), file)],
  ])("is not kept from us for ever by %s of somebody else", async (_, plant) => {
    await writeFile(join(folder, "else"), "precious");
    const file = join(folder, "x.lock");
    await plant(file);
    const old = new Date("2020-01-01");
    for (const path of [file, join(folder, "else")]) await lutimes(path, old, old);
    const over = new AbortController();
    const taken = isAbandoned(file).then(async (abandoned) => {
      expect(abandoned).toBe(false);
      return claim(file, new Date());
    });
    const outcome = await Promise.race([taken, sleep(3000, "waits" as const, { signal: over.signal })]);
    over.abort();
    if (outcome === "waits") {
      // Releases an open that waits in the kernel, so that the test's process can end.
      const writer = await open(file, constants.O_WRONLY | constants.O_NONBLOCK).catch(() => undefined);
      await writer?.close();
      throw new Error("It waits.");
    }
    await outcome.release();
    expect(await readFile(join(folder, "else"), "utf8")).toBe("precious");
  });

  it.each([
    ["", new Date("2020-01-01")],
    [", and the clock was set back since", new Date(Date.now() + 3_600_000)],
  ])("goes to us when whoever was removing a dead one was killed, too%s", async (_, killed) => {
    const file = join(folder, "x.lock");
    for (const path of [file, `${file}.removing`]) {
      await writeFile(path, "");
      await utimes(path, killed, killed);
    }
    await (await claim(file, new Date())).release();
    expect(await readdir(folder)).toEqual([]);
  });

  it.runIf(process.platform === "linux")(
    "of another container stays, though it shares the name of the machine",
    async () => {
      const file = join(folder, "x.lock");
      // A number that no process has here: the largest there is, and one more (proc_sys_kernel(5)).
      const theirs = { id: "x", pid: 4_194_305, host: hostname(), space: "pid:[1]", since: "2026-05-04T12:00:00Z" };
      await writeFile(file, JSON.stringify(theirs));
      expect(await isAbandoned(file)).toBe(false);
      await expect(claim(file, new Date())).rejects.toThrow("claimed");
      await writeFile(file, JSON.stringify({ ...theirs, space: await readlink("/proc/self/ns/pid") }));
      await (await claim(file, new Date())).release();
    },
  );

  it("of somebody else stays when this process has no file descriptor left for its own", async () => {
    const file = join(folder, "x.lock");
    await writeFile(file, "theirs");
    const program = `import { openSync } from "node:fs";
      import { setTimeout } from "node:timers/promises";
      import { claim } from "./scripts/cli/output/claim.ts";
      await setTimeout(100); // Until what loading has opened is closed.
      try { for (;;) openSync("/dev/null"); } catch {}
      await claim(${JSON.stringify(file)}, new Date()).then(() => process.exit(1), ({ code }) => process.exit(code === "EMFILE" ? 0 : 2));`;
    const node = [process.execPath, "--import", "./scripts/typescript.mjs", "--input-type=module", "--eval"];
    execFileSync("sh", ["-c", 'ulimit -n 100; exec "$@"', "sh", ...node, program]);
    expect(await readFile(file, "utf8")).toBe("theirs");
  });
});
