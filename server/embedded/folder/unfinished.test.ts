import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { flushesOf } from "../../../tests/support/flushes.ts";
import { asideName } from "./aside.ts";
import { hasDatabase, markRestore } from "./restored.ts";
import { removeUnfinished, requireDatabase, settleRestores } from "./unfinished.ts";

it("still knows what it could not remove, as where initdb of a killed restore goes on writing", async () => {
  const data = await mkdtemp(join(tmpdir(), "keelbook-unfinished-"));
  const left = join(data, "restoring-1");
  const written = join(left, "postgres.new-a");
  let writing = true;
  const write = () => {
    if (!writing || !existsSync(written)) return;
    for (let n = 0; n < 20; n++) writeFileSync(join(written, String(n)), "");
    setImmediate(write);
  };
  try {
    await mkdir(written, { recursive: true });
    await markRestore(left, asideName(new Date()));
    write();
    await removeUnfinished(data).catch(() => undefined);
    writing = false;
    // Unless it could be removed after all.
    expect(await readdir(left).catch(() => ["made-by-restore"])).toContain("made-by-restore");
    await removeUnfinished(data);
    expect(await readdir(data)).toEqual([]);
  } finally {
    writing = false;
    await rm(data, { recursive: true });
  }
});

it("lets a stack start where what a killed restore left cannot be removed", async () => {
  const data = await mkdtemp(join(tmpdir(), "keelbook-unfinished-"));
  const left = join(data, "restoring-1");
  // In the place of a PostgreSQL in another container, which nobody here can stop.
  const server = createServer();
  try {
    await mkdir(join(left, "postgres"), { recursive: true });
    await markRestore(left, asideName(new Date()));
    await once(server.listen(join(left, "postgres", ".s.PGSQL.1")), "listening");
    await expect(removeUnfinished(data)).rejects.toThrow("Stop it first.");
    await settleRestores(data);
    expect(await readdir(data)).toEqual(["restoring-1"]);
  } finally {
    server.close();
    await rm(data, { recursive: true });
  }
});

// In a container, the next restore may have the same process id.
it("finishes a restore that was killed while it put its database in place", async () => {
  const data = await mkdtemp(join(tmpdir(), "keelbook-unfinished-"));
  try {
    await mkdir(join(data, "restored", "postgres"), { recursive: true });
    await markRestore(join(data, "restored"), asideName(new Date()));
    const flushes = await flushesOf(data);
    await settleRestores(data);
    expect(await readdir(data)).toEqual(["postgres"]);
    // Before its mark went, so that a power cut takes nothing of it back.
    expect(flushes).toEqual([["postgres", "restored"]]);
  } finally {
    await rm(data, { recursive: true });
  }
});

it("removes the empty folder of a restore that was killed before it marked it", async () => {
  const data = await mkdtemp(join(tmpdir(), "keelbook-unfinished-"));
  try {
    await mkdir(join(data, "restoring-1"));
    await removeUnfinished(data);
    expect(await readdir(data)).toEqual([]);
  } finally {
    await rm(data, { recursive: true });
  }
});

it.skipIf(process.platform === "win32")("takes no database for missing that cannot be looked at", async () => {
  const data = await mkdtemp(join(tmpdir(), "keelbook-unfinished-"));
  try {
    await symlink("postgres", join(data, "postgres"));
    await expect(hasDatabase(data)).rejects.toThrow("ELOOP");
  } finally {
    await rm(data, { recursive: true });
  }
});

it("says that a database is damaged, not that there is none, beside what a killed restore left", async () => {
  const data = await mkdtemp(join(tmpdir(), "keelbook-unfinished-"));
  try {
    await mkdir(join(data, "postgres", "base"), { recursive: true });
    await mkdir(join(data, "restoring-1"));
    await markRestore(join(data, "restoring-1"), asideName(new Date()));
    await expect(requireDatabase(data)).rejects.toThrow(/PG_VERSION is missing.*afresh\.$/u);
  } finally {
    await rm(data, { recursive: true });
  }
});
