import { afterAll, describe, expect, it, onTestFinished } from "vitest";
import { embeddedPublishableKey } from "../../server/contract/brand.ts";
import { withClient } from "../../server/embedded/database/withClient.ts";
import { describeAccounts } from "../contract/accounts.ts";
import { describeDenials } from "../contract/denials.ts";
import { describeContract } from "../contract/suite.ts";
import { describeTransactions } from "../contract/transactions.ts";
import { signUpConfirmed } from "../support/users.ts";
import { endHostedBackends, skipReason, startHostedBackend } from "./support/hostedBackend.ts";

afterAll(endHostedBackends);

describe.skipIf(skipReason)("on genuine parts", () => {
  describeContract("PostgREST", startHostedBackend, { guarded: false });
  describeDenials("PostgREST", startHostedBackend);
  describeTransactions("PostgREST", startHostedBackend);
  describeAccounts("a hosted project", startHostedBackend);

  // GoTrue keeps the address with the link that it has mailed there, though the account never gets it.
  it("erases an address with which somebody else asked for another one", async () => {
    const backend = await startHostedBackend();
    onTestFinished(() => backend.stop());
    await signUpConfirmed(backend, "stranger@example.com");
    const email = "wanted@example.com";
    await withClient(backend.databaseUrl, (client) =>
      client.query(
        `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to)
         select gen_random_uuid(), id, 'email_change_token_new', 'hash', $1 from auth.users`,
        [email],
      ),
    );
    await backend.supabase.rpc("erase_person", { person: email }).throwOnError();
    const { rows } = await withClient(backend.databaseUrl, (client) =>
      client.query("select relates_to from auth.one_time_tokens"),
    );
    expect(rows).toEqual([]);
  });

  // `Prefer: count=planned` answers with the planner's estimate, which knows how often the most common values
  // of a column occur.
  it("lets nobody learn from an estimate how often another has applied", async () => {
    const backend = await startHostedBackend();
    onTestFinished(() => backend.stop());
    const token = await signUpConfirmed(backend, "stranger@example.com");
    const applications = (count: number, email: string) =>
      `insert into beta_applications (name, email, role, reason) select 'V', ${email}, 'other', 'x' from generate_series(1, ${count}) i;`;
    const sql = `${applications(500, "'v' || i || '@example.com'")} ${applications(5, "'five@example.com'")} analyze beta_applications`;
    await withClient(backend.databaseUrl, (client) => client.query(sql));
    const estimate = async (email: string) => {
      const answer = await backend.unguarded(`/rest/v1/beta_applications?email=eq.${email}`, {
        headers: { apikey: embeddedPublishableKey, authorization: `Bearer ${token}`, prefer: "count=planned" },
      });
      return `${await answer.text()} ${answer.headers.get("content-range")}`;
    };
    expect(await estimate("five@example.com")).toBe(await estimate("nobody@example.com"));
  });
});
