import { beforeAll, describe, expect, it } from "vitest";
import { startBackend } from "../support/backend.ts";

/** What the database counts for the price of a challenge (server/captcha/price.ts). */
describe("take_challenge", () => {
  let backend: Awaited<ReturnType<typeof startBackend>>;
  beforeAll(async () => {
    backend = await startBackend();
    return () => backend.stop();
  });
  const take = async (client: string) =>
    (
      await backend.supabase
        .rpc("take_challenge", {
          bucket: `captcha:${client.repeat(64)}`,
          burst: 3,
          seconds_per_request: 60,
          most: 2,
        })
        .throwOnError()
    ).data;

  it("counts what one client took, and refuses beyond its bucket", async () => {
    for (const taken of [1, 2, 3]) expect(await take("a")).toEqual({ wait: 0, taken, spent: 0 });
    expect(await take("a")).toMatchObject({ wait: expect.any(Number), taken: 3 });
    expect(Object(await take("a")).wait).toBeGreaterThan(50);
    expect(await take("b")).toEqual({ wait: 0, taken: 1, spent: 0 });
  });

  it("counts the solutions of everyone that are not expired, up to a bound", async () => {
    const spend = (hash: string, time: number) =>
      backend.supabase
        .rpc("spend_captcha", {
          solution_hash: hash.repeat(64),
          solution_expires_at: new Date(Date.now() + time).toISOString(),
        })
        .throwOnError();
    await spend("a", -60_000);
    expect(await take("c")).toMatchObject({ spent: 0 });
    await spend("b", 60_000);
    expect(await take("c")).toMatchObject({ spent: 1 });
    for (const hash of ["c", "d", "e"]) await spend(hash, 60_000);
    expect(await take("c")).toMatchObject({ spent: 2 });
  });
});
