import { expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import { emptyMemory } from "../store/store.ts";
import { guardAuth } from "./auth.ts";

it("a session is renewed by the second of two requests that came together, though the first failed", async () => {
  const answers = [() => Promise.reject(new Error("The database is gone.")), async () => Response.json({})];
  const guard = guardAuth({
    service: () => answers.shift()?.() ?? Promise.reject(new Error("It was asked once more.")),
    store: createMemoryStore(emptyMemory()),
    limit: async () => undefined,
    secret: "s".repeat(32),
    answerTime: 0,
  });
  const renew = () =>
    guard(
      new Request("http://localhost/auth/v1/token?grant_type=refresh_token", {
        method: "POST",
        headers: { "content-type": "application/json" },
        body: JSON.stringify({ refresh_token: "token" }),
      }),
      {},
    );
  const statuses = (await Promise.all([renew(), renew()])).map(({ status }) => status);
  expect(statuses).toEqual([500, 200]);
});
