import { mkdtemp, open, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { strToU8, zipSync } from "fflate";
import { afterAll, beforeAll, expect, it } from "vitest";
import { entryBytes, readDirectory } from "./zip.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-zip-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The texts of an archive's files by their names. */
async function read(archive: Uint8Array): Promise<Record<string, string>> {
  await writeFile(join(folder, "archive"), archive);
  const file = { name: "archive", handle: await open(join(folder, "archive")) };
  try {
    const texts: Record<string, string> = {};
    for (const entry of await readDirectory(file)) {
      texts[entry.name] = "";
      for await (const bytes of entryBytes(file, entry, 1000)) texts[entry.name] += String(bytes);
    }
    return texts;
  } finally {
    await file.handle.close();
  }
}

/** An archive whose directory has its numbers in ZIP64's extra field, beside another one; `most` in place of each offset. */
function inZip64(files: Record<string, string>, level: 0 | 6, most?: bigint): Uint8Array {
  const zipped = Buffer.from(
    zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { level }),
  );
  const end = zipped.lastIndexOf("PK\u0005\u0006");
  const start = zipped.readUInt32LE(end + 16);
  const entries: Buffer[] = [];
  for (let at = start; at < end;) {
    const named = at + 46 + zipped.readUInt16LE(at + 28);
    const head = Buffer.from(zipped.subarray(at, at + 46));
    const extra = Buffer.from([0x55, 0x54, 1, 0, 0, 1, 0, 24, 0, ...Buffer.alloc(24)]);
    for (const [nth, field] of [24, 20, 42].entries()) {
      extra.writeBigUInt64LE(field === 42 && most ? most : BigInt(head.readUInt32LE(field)), 9 + nth * 8);
      head.writeUInt32LE(0xffffffff, field);
    }
    head.writeUInt16LE(extra.length, 30);
    entries.push(head, zipped.subarray(at + 46, named), extra);
    at = named;
  }
  const directory = Buffer.concat(entries);
  const tail = Buffer.from(zipped.subarray(end));
  tail.writeUInt32LE(directory.length, 12);
  return Buffer.concat([zipped.subarray(0, start), directory, tail]);
}

const files = { "a.xml": "<a/>".repeat(20), "b.xml": "<b/>" };

it.each([0, 6] as const)("reads an archive that uses ZIP64 though it is small (level %s)", async (level) => {
  expect(await read(inZip64(files, level))).toEqual(files);
});

it("says which file is missing where ZIP64 has it beyond any end", async () => {
  await expect(read(inZip64(files, 6, 2n ** 64n - 1n))).rejects.toMatchObject({
    code: "failed",
    message: "archive is a damaged workbook: a.xml is missing.",
  });
});
