import { expect, it } from "vitest";
import { removing, restoring } from "./repair.ts";

// What tests/cli/check.test.ts cannot change: roles are of the whole cluster, and others use its tables.
it.each([
  ["role anon: bypasses row level security", "alter role anon nobypassrls;"],
  ["role service_role: obeys row level security", "alter role service_role bypassrls;"],
  ["table people: row level security off", "alter table public.people enable row level security;"],
  ["table people: row level security on", "revoke all on public.people from anon, authenticated;"],
  [
    "constraint people_name on people: CHECK ((name <> ''::text)) (not validated)",
    "alter table public.people validate constraint people_name;",
  ],
])("removes %j without opening anything", (fact, sql) => expect(removing(fact, [])).toBe(`Run this SQL: ${sql}`));

it.each([
  ["role anon: obeys row level security", "alter role anon nobypassrls;"],
  ["role service_role: bypasses row level security", "alter role service_role bypassrls;"],
  ["table people: row level security on", "alter table public.people enable row level security;"],
])("restores %j", (fact, sql) => expect(restoring(fact, new Map())).toBe(`Run this SQL: ${sql}`));
