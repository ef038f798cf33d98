import { expect, it } from "vitest";
import { createServiceClient } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { keyset, newestFirst, oldestFirst } from "./pages.ts";

it.each([
  [
    oldestFirst,
    "created_at.asc,id.asc",
    "gte.2026-05-04",
    '(created_at.gt."2026-05-04",and(created_at.eq."2026-05-04",id.gt.a))',
  ],
  [
    newestFirst,
    "created_at.desc,id.desc",
    "lte.2026-05-04",
    '(created_at.lt."2026-05-04",and(created_at.eq."2026-05-04",id.lt.a))',
  ],
])("bounds a page by the column that an index finds it by: %j", async (order, ordered, bound, rest) => {
  const asked: URLSearchParams[] = [];
  const supabase = createServiceClient("https://a.example", "sb_secret_x", {
    ...nodeHost,
    fetch: async (input) => {
      asked.push(new URL(input instanceof Request ? input.url : input).searchParams);
      return Response.json([]);
    },
  });
  await keyset(supabase.from("waitlist").select("id"), order, { value: "2026-05-04", id: "a" });
  expect(asked.map((query) => Object.fromEntries(query))).toEqual([
    { select: "id", order: ordered, created_at: bound, or: rest },
  ]);
});
