import { expect, it } from "vitest";
import { createForms } from "./app.ts";
import { ProblemError } from "./http/problem.ts";
import { createMemoryStore } from "./store/memory.ts";
import { emptyMemory } from "./store/memoryState.ts";

it("logs the route and code of every answer of 500 and above, no other answer and no personal data", async () => {
  const logged: string[] = [];
  const failures = [
    new ProblemError("invalid"),
    new ProblemError("store_unavailable", { cause: new Error("about ada@example.com") }),
    new Error("about ada@example.com"),
  ];
  const app = createForms({
    store: { ...createMemoryStore(emptyMemory()), submit: () => Promise.reject(failures.shift()) },
    captcha: { verify: async () => "passed" },
    siteUrl: "https://site.example",
    secret: "a-secret-of-at-least-thirty-two-letters",
    log: (line) => void logged.push(line),
  });
  const statuses = [];
  for (let n = 0; n < 3; n++) {
    const answer = await app.request("/functions/v1/forms/waitlist?email=ada@example.com", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ email: "ada@example.com", captcha: "token" }),
    });
    statuses.push(answer.status);
  }
  expect(statuses).toEqual([422, 503, 500]);
  expect(logged).toEqual([
    "POST /functions/v1/forms/waitlist 503 store_unavailable",
    "POST /functions/v1/forms/waitlist 500 unexpected",
  ]);
});
