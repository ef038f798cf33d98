import { readdir } from "node:fs/promises";
import { expect, it } from "vitest";

const files = await readdir("supabase/migrations");

it("names migrations as the Supabase CLI reads them", () => {
  expect(files.filter((file) => !/^\d{14}_[a-z\d_]+\.sql$/u.test(file))).toEqual([]);
});

// Two branches may each add a migration with the same version. Git merges them, and a database that has the
// first would never get the second.
it("gives each migration a version of its own", () => {
  const versions = files.map((file) => file.slice(0, 14));
  expect(versions.filter((version, index) => versions.indexOf(version) !== index)).toEqual([]);
});
