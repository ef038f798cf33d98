import { beforeAll, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { startBackend } from "../../support/backend.ts";
import { signUpConfirmed, testPassword } from "../../support/users.ts";

const headers = { apikey, "content-type": "application/json" };

describe("bodies that strangers send to the auth service", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  let accessToken: string;
  beforeAll(async () => {
    backend = await startBackend();
    accessToken = await signUpConfirmed(backend, "stranger@example.com");
    return () => backend.stop();
  });
  const signedIn = () => ({ authorization: `Bearer ${accessToken}` });
  const ask = (method: string, path: string, body: unknown, more: Record<string, string>) =>
    backend.service(path, { method, headers: { ...headers, ...more }, body: JSON.stringify(body) });

  const routes = [
    ["POST", "signup"],
    ["POST", "token?grant_type=password"],
    ["POST", "token?grant_type=refresh_token"],
    ["POST", "recover"],
    ["POST", "otp"],
    ["POST", "verify"],
    ["PUT", "user"],
    ["POST", "factors"],
  ] as const;
  const strange: unknown[] = [7, true, null, [], {}, "a\u0000b", "\ud800", "x".repeat(5000), { $ne: "" }];

  it.each(routes)("answers 4xx to whatever %s %s is sent", async (method, path) => {
    const good = {
      email: "a@example.com",
      password: testPassword,
      refresh_token: "x",
      token_hash: "x",
      type: "signup",
    };
    const bodies = [
      ...strange,
      ...Object.keys(good).flatMap((name) => strange.map((value) => ({ ...good, [name]: value }))),
      ...strange.map((data) => ({ data: { name: data }, create_user: data, email: data, password: data })),
    ];
    const statusOf = async (body: unknown) =>
      (await ask(method, `/auth/v1/${path}`, body, path === "user" ? signedIn() : {})).status;
    // A route ignores members that it does not know, so it may accept the rest.
    for (const body of bodies) expect({ body, failed: (await statusOf(body)) >= 500 }).toEqual({ body, failed: false });
    for (const body of strange.slice(0, 4))
      expect({ body, refused: (await statusOf(body)) >= 400 }).toEqual({ body, refused: true });
    for (const [type, text] of [
      ["application/json", "{"],
      ["application/json", ""],
      ["text/plain", JSON.stringify(good)],
      ["application/x-www-form-urlencoded", "email=a@example.com"],
      ["application/json", `{"email":"a@example.com","x":"${"x".repeat(20_000)}"}`],
    ] as const) {
      const answer = await backend.service(`/auth/v1/${path}`, {
        method,
        headers: { ...headers, ...signedIn(), "content-type": type },
        body: text,
      });
      expect([400, 413, 415]).toContain(answer.status);
    }
  });

  it.each([
    ["with control characters", "A\u0007da"],
    ["of more than a hundred characters", "a".repeat(101)],
  ])("gives no account a name %s", async (_what, name) => {
    expect((await ask("PUT", "/auth/v1/user", { data: { name } }, signedIn())).status).toBe(422);
  });

  // A body as deep as its length allows is parsed, but writing it again for the service takes more stack than a main thread has.
  it("passes no nested values on to the routes of factors", async () => {
    const factor = "00000000-0000-4000-8000-000000000000";
    for (const path of ["factors", `factors/${factor}/challenge`, `factors/${factor}/verify`])
      expect((await ask("POST", `/auth/v1/${path}`, { friendly_name: [[]] }, signedIn())).status).toBe(422);
  });

  it("reads an ambiguous body in one way only", async () => {
    const answer = await backend.service("/auth/v1/user", {
      method: "PUT",
      headers: { ...headers, ...signedIn() },
      body: `{"email":"applicant@example.com","email":null,"data":{"name":"Ada","__proto__":{"email":"x"}}}`,
    });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ email: "stranger@example.com", user_metadata: { name: "Ada" } });
  });
});
