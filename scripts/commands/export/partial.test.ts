import { execFileSync } from "node:child_process";
import { chown, constants, mkdtemp, open, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { openPartial, syncInterval } from "./partial.ts";
import { unfinished } from "./progress.ts";
import type { ExportRequest } from "./request/request.ts";
import { writeWorkbook } from "./workbook.ts";

const request: ExportRequest = { subject: "waitlist", format: "csv", columns: ["email"], excel: false, raw: false };
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-partial-"));
  return () => rm(folder, { recursive: true });
});

it("makes no workbook of the rows after Ctrl-C", async () => {
  const [rows, workbook] = [join(folder, "a.xlsx.partial"), join(folder, "a.xlsx.partial.xlsx")];
  await writeFile(rows, "ada@example.com\n");
  const wanted: ExportRequest = { ...request, format: "xlsx" };
  await expect(writeWorkbook(rows, workbook, wanted, AbortSignal.abort(), () => undefined)).rejects.toMatchObject({
    code: "interrupted",
  });
});

it("is checkpointed although the system clock is set back", async () => {
  vi.useFakeTimers({ toFake: ["Date", "performance"] });
  onTestFinished(() => void vi.useRealTimers());
  const [out, last] = [join(folder, "a.csv"), { created_at: "2026-11-24", id: "00000000-0000-4000-8000-000000000000" }];
  const partial = await openPartial(out, { request: "", through: last, rows: 0, bytes: 0 }, "email\n");
  vi.advanceTimersByTime(syncInterval);
  vi.setSystemTime(Date.now() - 60 * 60_000);
  await partial.append({ content: Buffer.from("ada@example.com\n"), rows: 1, last });
  expect(JSON.parse(await readFile(`${out}.partial.json`, "utf8"))).toMatchObject({ rows: 1 });
  await partial.close();
});

describe.skipIf(process.platform === "win32")("an export that is resumed in a shared folder", () => {
  const resumed = () => {
    const through = { created_at: "2026-11-24", id: "00000000-0000-4000-8000-000000000000" };
    return openPartial(join(folder, "a.csv"), { request: "", through, after: through, rows: 1, bytes: 5 }, "email\n");
  };

  it("follows no link that somebody has put there", async () => {
    await writeFile(join(folder, "else"), "precious");
    await symlink(join(folder, "else"), join(folder, "a.csv.partial"));
    await expect(resumed()).rejects.toMatchObject({ code: "ELOOP" });
    expect(await readFile(join(folder, "else"), "utf8")).toBe("precious");
  });

  it("does not wait for a pipe that somebody has put there", async () => {
    const state = join(folder, "a.csv.partial.json");
    execFileSync("mkfifo", [state]);
    const found = unfinished(join(folder, "a.csv"), request);
    const outcome = await Promise.race([found.catch((error: unknown) => error), sleep(3000, "waits")]);
    if (outcome === "waits")
      await open(state, constants.O_WRONLY | constants.O_NONBLOCK).then((writer) => writer.close());
    expect(outcome).toMatchObject({ message: expect.stringContaining("is damaged; the export cannot be resumed") });
  });

  // Only root can make files of other users.
  it.runIf(process.getuid?.() === 0)("does not go on in another user's file", async () => {
    const partial = join(folder, "a.csv.partial");
    await writeFile(partial, "email\n");
    await chown(partial, 65_534, 65_534);
    await expect(resumed()).rejects.toMatchObject({
      message: expect.stringContaining("belongs to another user (65534)"),
    });
    expect(await readFile(partial, "utf8")).toBe("email\n");
  });
});
