import { expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import { emptyMemory } from "../store/store.ts";
import { guardAuth } from "./auth.ts";

it("calls that may compute a password hash reach the service one at a time, and wait in a queue of limited length", async () => {
  let [underWay, most] = [0, 0];
  const guard = guardAuth({
    store: createMemoryStore(emptyMemory()),
    secret: "s".repeat(32),
    limit: async () => undefined,
    answerTime: 0,
    async service() {
      most = Math.max(most, ++underWay);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return Response.json({});
    },
  });
  const ask = async (path: string, n: number) => {
    const body = JSON.stringify({ email: `${path.length}-${n}@example.com`, password: "correct horse battery" });
    const request = new Request(`https://site.example/auth/v1/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
    });
    const answer = await guard(request, { clientAddress: `10.${n % 100}.${path.length}.1` });
    return `${answer.status} ${answer.headers.get("retry-after") ?? ""}`;
  };
  const paths = ["signup", "otp", "recover"];
  const answers = await Promise.all(paths.flatMap((path) => Array.from({ length: 33 }, (_, n) => ask(path, n))));
  expect(most).toBe(1);
  expect(new Set(answers)).toEqual(new Set(["200 ", "429 1"]));
  expect(await ask("token?grant_type=password", 1)).toBe("200 ");
});
