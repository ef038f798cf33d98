import { existsSync, writeFileSync } from "node:fs";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { withClient } from "../database/withClient.ts";
import { asideName } from "../folder/aside.ts";
import { newHead } from "./manifest.ts";
import { settleRestores } from "../folder/unfinished.ts";
import { replaceDatabase } from "./replaceDatabase.ts";

const secret = "k".repeat(40);
const backup = {
  head: newHead({ createdAt: "2026-05-04T12:00:00.000Z", postgres: "18.0", migrations: [], tables: [] }),
  keys: { postgresPassword: secret, jwtSecret: secret, secretKey: `sb_secret_${secret}`, captchaSecret: secret },
  restore: () => Promise.reject(new Error("There is no database to restore to.")),
};

it("first finishes what killed restores have left undone", async () => {
  const data = await mkdtemp(join(tmpdir(), "keelbook-replace-"));
  const put = async (folder: string, name: string, text: string) => {
    await mkdir(join(data, folder), { recursive: true });
    await writeFile(join(data, folder, name), text);
  };
  const mark = JSON.stringify({ aside: asideName(new Date()) });
  const foreign = `restoring-${process.pid}`;
  try {
    await put("restored", "made-by-restore", mark);
    await put("restored", "keys.json", "{}");
    await put("restored/postgres", "PG_VERSION", "18");
    await put("restoring-1", "made-by-restore", mark);
    // In the place of the new database, so that this restore ends at once.
    await put(foreign, "notes", "");
    await expect(replaceDatabase(data, new Date(), backup, new AbortController())).rejects.toThrow("EEXIST");
    expect((await readdir(data)).sort()).toEqual(["keys.json", "postgres", foreign]);
  } finally {
    await rm(data, { recursive: true });
  }
});

// Under root PostgreSQL runs as another user, who cannot get to this folder.
it.runIf(process.getuid?.() === 0)("says why a restore failed, and still knows what it could not remove", async () => {
  const data = await mkdtemp(join(tmpdir(), "keelbook-replace-"));
  const made = join(data, `restoring-${process.pid}`);
  let writing = true;
  // In the place of an initdb that goes on.
  const write = () => {
    try {
      if (existsSync(join(made, "keys.json"))) for (let n = 0; n < 50; n++) writeFileSync(join(made, String(n)), "");
    } catch {
      // The folder has just been removed.
    }
    if (writing) setImmediate(write);
  };
  try {
    write();
    await expect(replaceDatabase(data, new Date(), backup, new AbortController())).rejects.toThrow(
      "must be able to reach this folder",
    );
    writing = false;
    // Unless it could be removed after all.
    expect(await readdir(made).catch(() => ["made-by-restore"])).toContain("made-by-restore");
  } finally {
    writing = false;
    await rm(data, { recursive: true });
  }
});

describe("a restored database that cannot be put in place, as on a full disk", () => {
  const now = new Date();
  /** What is read of a database after a backup was restored to it. */
  const schema = `
    create table email_outbox (id uuid, kind text, email text, last_error text);
    create table email_tokens (email text, purpose text);
    create table waitlist (id uuid, email text, unsubscribed_at timestamptz)`;
  const fill = async (url: string) => {
    await withClient(url, (client) => client.query(schema));
    return { sha256: "", tables: {}, sequences: [] };
  };
  const restored = { ...backup, restore: fill };
  let data: string;
  beforeEach(async () => {
    data = await mkdtemp(join(tmpdir(), "keelbook-replace-"));
    // Under root PostgreSQL runs as another user.
    await chmod(data, 0o755);
    await mkdir(join(data, "postgres"));
    await writeFile(join(data, "postgres", "PG_VERSION"), "1");
    return () => rm(data, { recursive: true });
  });
  const restore = () => replaceDatabase(data, now, restored, new AbortController());
  const major = async () => (await readFile(join(data, "postgres", "PG_VERSION"), "utf8")).trim();

  it("leaves nothing that a later start would put there, where no folder for the former one can be made", async () => {
    await writeFile(join(data, asideName(now)), "");
    await expect(restore()).rejects.toThrow("EEXIST");
    expect((await readdir(data)).sort()).toEqual(["postgres", asideName(now)]);
    await settleRestores(data);
    expect(await major()).toBe("1");
  });

  it("is announced where it can only be put there later", async () => {
    const inTheWay = join(data, asideName(now), "postgres", "base");
    await mkdir(inTheWay, { recursive: true });
    await expect(restore()).rejects.toThrow(/^The backup is restored, but could not be put in place yet: ENOTEMPTY.*/u);
    await rm(inTheWay, { recursive: true });
    await settleRestores(data);
    expect(await major()).not.toBe("1");
    expect((await readdir(data)).sort()).toEqual(["keys.json", "postgres", asideName(now)]);
  });
});
