import { expect, it } from "vitest";
import type { Entry } from "../../../records/entry.ts";
import { Batches } from "./batches.ts";

const entryOf = (email: string): Entry => ({ key: email, standing: "listed", line: 1, cells: [email], row: { email } });

it("stops at a file that has grown since it was read first, with all but the new line sent", async () => {
  const sent: string[] = [];
  const batches = new Batches(
    { most: 2, size: 100 },
    (batch) => async () => void sent.push(...batch.map(({ key }) => key)),
  );
  batches.add(entryOf("a@example.com"));
  batches.add(entryOf("a@example.com"));
  expect(() => batches.add(entryOf("b@example.com"))).toThrow("The file has more lines than when it was first read.");
  await batches.end();
  expect(sent).toEqual(["a@example.com"]);
});
