import { chmod, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, it } from "vitest";
import { warnOfReaders } from "./readers.ts";

describe("warnOfReaders", () => {
  let file: string;
  beforeEach(async () => {
    const folder = await mkdtemp(join(tmpdir(), "keelbook-readers-"));
    file = join(folder, "people.csv");
    await writeFile(file, "");
    return () => rm(folder, { recursive: true });
  });

  it.each([
    ["nothing of a file for its owner alone", 0o600, /^$/u],
    ["who can read a file of a group", 0o640, /^Warning: others on this machine can read .*people\.csv, /u],
    ["who can read a file as exFAT shows it", 0o755, /^Warning: others on this machine can read /u],
  ])("says %s", async (_what, mode, said) => {
    await chmod(file, mode);
    const err = new PassThrough({ encoding: "utf8" });
    await warnOfReaders({ err, verbosity: "normal", interactive: false, columns: 80 }, file);
    expect(String(err.read() ?? "")).toMatch(said);
  });
});
