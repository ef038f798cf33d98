import { beforeAll, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { startBackend } from "../../support/backend.ts";
import { mailedToken, signUpConfirmed, testPassword } from "../../support/users.ts";

describe("one client", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend({ proxies: 1, rateLimit: { burst: 3, secondsPerRequest: 600 } });
    return () => backend.stop();
  });

  const asking = (clientAddress: string) => async (method: string, path: string, body: object, token?: string) => {
    const { status } = await backend.service(`/auth/v1/${path}`, {
      method,
      headers: {
        apikey,
        "content-type": "application/json",
        "x-forwarded-for": clientAddress,
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    return status;
  };

  it("can follow valid links, however many wrong ones it followed before", async () => {
    const ask = asking("192.0.2.1");
    const emails = ["ada@example.com", "mary@example.com"];
    for (const email of emails) expect(await ask("POST", "signup", { email, password: testPassword })).toBe(200);
    const wrong = { type: "signup", token_hash: "0".repeat(64) };
    expect(await ask("POST", "verify", wrong)).toBe(403);
    expect(await ask("POST", "verify", wrong)).toBe(429);
    expect(await ask("POST", "verify", { ...wrong, token_hash: "no token" })).toBe(429);
    for (const email of emails) expect(await ask("POST", "verify", mailedToken(backend.mails, email))).toBe(200);
  });

  it("has its own limit of passwords, whichever account it tries or changes", async () => {
    const ask = asking("192.0.2.2");
    const token = await signUpConfirmed(backend, "owner@example.com");
    const attempt = (n: number) =>
      ask("POST", "token?grant_type=password", { email: `guessed-${n}@example.com`, password: "a guess" });
    const change = () => ask("PUT", "user", { password: testPassword }, token);
    expect([await attempt(1), await attempt(2), await change()]).toEqual([400, 400, 422]);
    expect([await attempt(3), await change()]).toEqual([429, 429]);
  });

  it("has a limit of calls that leave a record each, such as changes of a name", async () => {
    const token = await signUpConfirmed(backend, "renamed@example.com");
    const rename = (n: number) => asking("192.0.2.3")("PUT", "user", { data: { name: `Name ${n}` } }, token);
    expect([await rename(1), await rename(2), await rename(3), await rename(4)]).toEqual([200, 200, 200, 429]);
    const end = (scope: string) => asking("192.0.2.4")("POST", `logout?scope=${scope}`, {}, token);
    const others = [await end("others"), await end("others"), await end("others"), await end("others")];
    expect(others).toEqual([204, 204, 204, 429]);
    expect(await end("global")).toBe(204);
  });
});
