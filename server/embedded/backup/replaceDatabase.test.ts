import { existsSync, writeFileSync } from "node:fs";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { newHead } from "./manifest.ts";
import { replaceDatabase } from "./replaceDatabase.ts";

const secret = "k".repeat(40);
const backup = {
  head: newHead({ createdAt: "2026-05-04T12:00:00.000Z", postgres: "18.0", migrations: [], tables: [] }),
  keys: { postgresPassword: secret, jwtSecret: secret, secretKey: `sb_secret_${secret}`, captchaSecret: secret },
  restore: () => Promise.reject(new Error("There is no database to restore to.")),
};

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
    await expect(replaceDatabase(data, new Date(), backup, new AbortController().signal)).rejects.toThrow(
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
