import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { generateMails } from "./generate.ts";

const files = await generateMails();

it.each([...files.keys()])("%s is what the components make; written anew with `npm run mails`", async (path) => {
  expect(await readFile(path, "utf8")).toBe(files.get(path));
});
