import { mkdir, mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { StackError } from "../errors/stackError.ts";
import { readOrCreateKeys } from "./keys.ts";

it("are not made anew where those that there are cannot be read", async () => {
  const folder = await mkdtemp(join(tmpdir(), "keelbook-keys-"));
  try {
    await mkdir(join(folder, "keys.json"));
    const refused = readOrCreateKeys(folder);
    await expect(refused).rejects.toThrow(StackError);
    await expect(refused).rejects.toThrow("keys.json cannot be read: EISDIR");
    expect(await readdir(folder)).toEqual(["keys.json"]);
  } finally {
    await rm(folder, { recursive: true });
  }
});
