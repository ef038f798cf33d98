import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import { engines } from "../../package.json";

// Modules and flags come in minor releases, so what works with a newer release of a line may fail with its
// first one.
it("has the hosted CI test the oldest release of each line of Node that package.json allows", async () => {
  const oldest = engines.node.match(/\d+\.\d+\.\d+/gu);
  expect(oldest).toHaveLength(3);
  const matrix = /^\s+node: (\[.*\])$/mu.exec(await readFile(".github/workflows/test.yml", "utf8"))?.[1] ?? "[]";
  expect(JSON.parse(matrix)).toEqual(expect.arrayContaining(oldest ?? []));
});
