import { expect, it } from "vitest";
import { createForms } from "./app.ts";
import { maxBodyBytes } from "./contract/limits.ts";
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

it("reads nothing of a body that says itself that it is too long", async () => {
  const app = createForms({
    store: createMemoryStore(emptyMemory()),
    captcha: { verify: async () => "passed" },
    siteUrl: "https://site.example",
    secret: "a-secret-of-at-least-thirty-two-letters",
  });
  const request = new Request("https://site.example/functions/v1/forms/waitlist", {
    method: "POST",
    headers: { "content-type": "application/json", "content-length": String(maxBodyBytes + 1) },
    body: JSON.stringify({ email: "ada@example.com", captcha: "token" }),
  });
  expect((await app.request(request)).status).toBe(413);
  expect(request.bodyUsed).toBe(false);
});
