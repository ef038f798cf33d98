import { beforeAll, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/embedded.ts";
import { startBackend } from "../../support/backend.ts";
import { mailedToken, testPassword } from "../../support/users.ts";

let backend: Awaited<ReturnType<typeof startBackend>>;
beforeAll(async () => {
  backend = await startBackend({ rateLimit: { burst: 3, secondsPerRequest: 600 } });
  return () => backend.stop();
});

const ask = async (path: string, body: object) => {
  const headers = { apikey, "content-type": "application/json" };
  const { status } = await backend.service(`/auth/v1/${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  return status;
};

it("that are valid are followed, however many wrong ones came from the same client", async () => {
  const emails = ["ada@example.com", "mary@example.com"];
  for (const email of emails) expect(await ask("signup", { email, password: testPassword })).toBe(200);
  const wrong = { type: "signup", token_hash: "0".repeat(64) };
  expect(await ask("verify", wrong)).toBe(403);
  expect(await ask("verify", wrong)).toBe(429);
  expect(await ask("verify", { ...wrong, token_hash: "no token" })).toBe(429);
  for (const email of emails) expect(await ask("verify", mailedToken(backend.mails, email))).toBe(200);
});
