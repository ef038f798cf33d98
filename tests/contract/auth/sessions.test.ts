import * as v from "valibot";
import { beforeAll, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { startBackend } from "../../support/backend.ts";
import { mailedToken, testPassword } from "../../support/users.ts";

const withOrWithoutSession = v.object({ refresh_token: v.optional(v.string(), "") });

describe("a session", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });

  const post = async (path: string, body: object) => {
    const answer = await backend.service(`/auth/v1/${path}`, {
      method: "POST",
      headers: { apikey, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    const { refresh_token: token } = v.parse(withOrWithoutSession, await answer.json());
    return { status: answer.status, token };
  };
  const renew = (refresh_token: string) => post("token?grant_type=refresh_token", { refresh_token });
  const signIn = async (email: string) => {
    await post("signup", { email, password: testPassword });
    return (await post("verify", mailedToken(backend.mails, email))).token;
  };
  /** Adds the records of renewals after a token, and returns the last token. */
  const renewOften = async (token: string, times: number) => {
    const { rows } = await withClient(backend.databaseUrl, async (client) => {
      await client.query("update auth.refresh_tokens set revoked = true where token = $1", [token]);
      return client.query<{ token: string }>(
        `insert into auth.refresh_tokens (id, token, user_id, session_id, revoked, parent, created_at, updated_at)
         select gen_random_uuid(), $1 || '-' || n, t.user_id, t.session_id, n < $2::int,
           case when n = 1 then $1 else $1 || '-' || n - 1 end, now(), now()
         from auth.refresh_tokens t, generate_series(1, $2::int) n where t.token = $1 order by n returning token`,
        [token, times],
      );
    });
    return String(rows.at(-1)?.token);
  };

  it("ends after 500 renewals, and when a token that was used long ago comes again", async () => {
    const first = await signIn("often@example.com");
    const almost = await renew(await renewOften(first, 499));
    expect(almost.status).toBe(200);
    const last = await renew(almost.token);
    expect(last.status).toBe(200);
    expect(await Promise.all([last.token, first].map(async (token) => (await renew(token)).status))).toEqual([
      400, 400,
    ]);
  });

  it("goes on in all tabs that renew it at almost the same time, as when a browser opens them again", async () => {
    let token = await signIn("tabs@example.com");
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(
        [0, 4, 8, 12].map(async (later) => {
          await new Promise((resolve) => setTimeout(resolve, later));
          return renew(token);
        }),
      );
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      token = answers[round % 4]?.token ?? "";
    }
  });
});
