import { expect, it } from "vitest";
import { createServiceClient } from "./client.ts";
import { nodeHost } from "./nodeHost.ts";

it.each<[string, typeof fetch]>([
  ["is refused with 503", async () => Response.json({}, { status: 503 })],
  ["gets no answer", () => Promise.reject(new TypeError("fetch failed"))],
])("calls once when a read %s", async (_, answer) => {
  let calls = 0;
  const counted: typeof fetch = (...request) => {
    calls++;
    return answer(...request);
  };
  const supabase = createServiceClient("https://a.example", "sb_secret_x", { ...nodeHost, fetch: counted });
  expect((await supabase.from("waitlist").select("id")).error).not.toBeNull();
  expect((await supabase.from("waitlist").select("*", { count: "exact", head: true })).error).not.toBeNull();
  expect(calls).toBe(2);
});
