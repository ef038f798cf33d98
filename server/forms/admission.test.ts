import { expect, it } from "vitest";
import { createMemoryStore } from "../store/memory.ts";
import { emptyMemory } from "../store/store.ts";
import { createAdmission } from "./admission.ts";

it("tells the captcha's provider from which address a token came", async () => {
  const asked: (string | undefined)[][] = [];
  const admit = createAdmission({
    store: createMemoryStore(emptyMemory()),
    captcha: {
      verify: async (...given) => {
        asked.push(given);
        return "passed";
      },
    },
    secret: "a-secret-of-at-least-thirty-two-letters",
    rateLimit: { burst: 1, secondsPerRequest: 60 },
  });
  for (const clientAddress of ["192.0.2.7", undefined])
    await admit("waitlist", { captcha: "token", trap: undefined, clientAddress });
  expect(asked).toEqual([
    ["token", "192.0.2.7"],
    ["token", undefined],
  ]);
});
