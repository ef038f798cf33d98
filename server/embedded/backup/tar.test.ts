import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { packTar, unpackTar } from "./tar.ts";

describe("an archive", () => {
  it.each([
    ["is not one of tar", 257, "x", "a header in it is not that of a tar archive"],
    ["has another checksum", 0, "x", "a header in it is not that of a tar archive"],
    ["is of a link", 156, "2", "it contains something other than plain files"],
    ["names no size", 124, "x", "a part of it is longer than any we write"],
    ["is followed by something after the end", -1, "x", "something follows its end"],
  ])("is refused if a header %s", async (what, at, byte, message) => {
    const bytes = await buffer(
      packTar(
        (async function* () {
          yield { name: "a", body: Buffer.from("a") };
        })(),
      ),
    );
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
