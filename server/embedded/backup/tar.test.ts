import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Entry, packTar, unpackTar } from "./tar.ts";

async function* give(...entries: Entry[]) {
  yield* entries;
}

describe("an archive", () => {
  it("is unpacked by tar too, for its owner alone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "keelbook-tar-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const entries = [0, 1, 511, 512, 513, 70_000].map((size) => ({
      name: `part-${size}`,
      body: Buffer.alloc(size, "x"),
    }));
    execFileSync("tar", ["xf", "-", "-C", folder], { input: await buffer(packTar(give(...entries))) });
    for (const { name, body } of entries) {
      expect((await readFile(join(folder, name))).equals(body)).toBe(true);
      expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    }
  });

  it.each([
    ["is not one of tar", 257, "x", "a header in it is not that of a tar archive"],
    ["has another checksum", 0, "x", "a header in it is not that of a tar archive"],
    ["is of a link", 156, "2", "it contains something other than plain files"],
    ["names no size", 124, "x", "a part of it is longer than any we write"],
    ["is followed by something after the end", -1, "x", "something follows its end"],
  ])("is refused if a header %s", async (what, at, byte, message) => {
    const bytes = await buffer(packTar(give({ name: "a", body: Buffer.from("a") })));
    bytes.write(byte, at === -1 ? bytes.length - 1 : at);
    // The checksum as if the change were meant, except where it is what is wrong.
    if (what !== "has another checksum") {
      bytes.fill(" ", 148, 156);
      const sum = bytes.subarray(0, 512).reduce((all, one) => all + one, 0);
      bytes.write(`${sum.toString(8).padStart(6, "0")}\0 `, 148);
    }
    const entries = unpackTar(Readable.from([bytes]));
    await expect(entries.next().then(() => entries.next())).rejects.toThrow(message);
  });
});
