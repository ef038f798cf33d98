import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";

const unit = (name: string) => readFileSync(join("deploy", name), "utf8");
const protection = (text: string) => (/^UMask=[^#[]+/mu.exec(text)?.[0] ?? "").trim().split("\n");

it("protects the machine from the backup as from the site, but for the shared memory of a stack started by hand", () => {
  const [site, backup] = [unit("keelbook.service"), unit("keelbook-backup.service")].map(protection);
  expect(site?.length).toBeGreaterThan(20);
  expect(backup).toEqual(site?.filter((line) => line !== "RemoveIPC=yes"));
});

it("deletes backups that are older than 30 days", () => {
  const [, command = ""] = /^ExecStartPost=\/bin\/sh -c '(.+)'$/mu.exec(unit("keelbook-backup.service")) ?? [];
  const folder = mkdtempSync(join(tmpdir(), "keelbook-backups-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const hours of [1, 30 * 24 - 1, 30 * 24 + 1]) {
    const file = join(folder, `keelbook-${hours}.backup`);
    writeFileSync(file, "");
    const time = Date.now() / 1000 - hours * 3600;
    utimesSync(file, time, time);
  }
  execFileSync("/bin/sh", ["-c", command.replace("/var/lib/keelbook/backups", folder)]);
  expect(readdirSync(folder)).toEqual(["keelbook-1.backup", `keelbook-${30 * 24 - 1}.backup`]);
});
