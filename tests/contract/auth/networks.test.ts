import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { embeddedPublishableKey as apikey } from "../../../server/contract/brand.ts";
import { withClient } from "../../../server/embedded/database/withClient.ts";
import { defaultRateLimit } from "../../../server/lib/rateLimit.ts";
import { startBackend } from "../../support/backend.ts";

describe("one network", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend({ proxies: 1, rateLimit: defaultRateLimit });
    return () => backend.stop();
  });
  beforeEach(() => withClient(backend.databaseUrl, (client) => client.query("delete from public.rate_limits")));

  /** Status of a call from an address, about a person of its own. */
  const ask = async (clientAddress: string, path: string) => {
    const headers = { apikey, "content-type": "application/json", "x-forwarded-for": clientAddress };
    const body = JSON.stringify({ email: `${crypto.randomUUID()}@example.com`, password: "a-long-passphrase" });
    return (await backend.service(`/auth/v1/${path}`, { method: "POST", headers, body })).status;
  };
  const elsewhere = ["2001:db8:2::1", "198.51.100.7"];
  const networks: [string, (client: number) => string][] = [
    ["an IPv6 /48", (client) => `2001:db8:1:${client}::1`],
    ["an IPv4 /24", (client) => `192.0.2.${client}`],
    ["clients whose address is unknown", () => ""],
  ];
  /** Statuses of calls that come at once, from ten clients of a network. */
  const flood = (addressOf: (client: number) => string, calls: readonly string[]) =>
    Promise.all(calls.map((path, n) => ask(addressOf(n % 10), path)));
  const times = (count: number, ...paths: string[]) =>
    paths.flatMap((path) => Array.from({ length: count }, () => path));

  it.each(networks)("cannot use up everybody's sign-in mails: %s", async (_, addressOf) => {
    const statuses = await flood(addressOf, times(40, "signup", "otp", "recover"));
    expect(statuses.filter((status) => status === 200).length).toBeLessThan(60);
    expect(await flood((n) => elsewhere[n] ?? "", ["otp", "otp"])).toEqual([200, 200]);
  });

  it.each(networks)("cannot use up everybody's attempts at passwords: %s", async (_, addressOf) => {
    const attempt = "token?grant_type=password";
    expect(new Set(await flood(addressOf, times(60, attempt)))).toEqual(new Set([400, 429]));
    expect(await flood((n) => elsewhere[n] ?? "", [attempt, attempt])).toEqual([400, 400]);
  });
});
