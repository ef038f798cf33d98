import { expect, it } from "vitest";
import { beyondColumns } from "./opened.ts";

it("says how a grant on a whole table becomes one of columns again, for a table that is there", () => {
  const report = { clock: "", migrations: [], facts: [], tables: { people: "id" }, functions: {} };
  const columns = new Map(
    ["people to authenticated", "people to anon", "gone to authenticated"].map((who) => [
      `grant select on ${who}`,
      "id, name",
    ]),
  );
  expect(beyondColumns({ ...report, columns }, report, "authenticated")).toEqual([
    expect.objectContaining({
      what: "read system columns of people",
      remedy:
        "Run this SQL: revoke select on public.people from public, authenticated; grant select (id, name) on public.people to authenticated;",
    }),
  ]);
});
