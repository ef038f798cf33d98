import { describe, expect, it } from "vitest";
import { findSecretKey } from "./secretKey.ts";

describe("findSecretKey", () => {
  it.each([
    ["SUPABASE_SECRET_KEY", { SUPABASE_SECRET_KEY: "own", SUPABASE_SECRET_KEYS: '{"default":"new"}' }, "own"],
    ["SUPABASE_SECRET_KEYS (default)", { SUPABASE_SECRET_KEYS: '{"other":"x","default":"new"}' }, "new"],
    ["SUPABASE_SECRET_KEYS (default)", { SUPABASE_SECRET_KEY: " ", SUPABASE_SECRET_KEYS: '{"default":"new"}' }, "new"],
    ["SUPABASE_SECRET_KEYS (forms)", { SUPABASE_SECRET_KEYS: '{"forms":"named"}' }, "named"],
    [
      "SUPABASE_SECRET_KEYS (default)",
      { SUPABASE_SECRET_KEYS: '{"default":"new"}', SUPABASE_SERVICE_ROLE_KEY: "legacy" },
      "new",
    ],
    ["SUPABASE_SERVICE_ROLE_KEY", { SUPABASE_SERVICE_ROLE_KEY: "legacy" }, "legacy"],
    ["SUPABASE_SERVICE_ROLE_KEY", { SUPABASE_SECRET_KEYS: "{}", SUPABASE_SERVICE_ROLE_KEY: "legacy" }, "legacy"],
    [
      "SUPABASE_SERVICE_ROLE_KEY",
      { SUPABASE_SECRET_KEYS: '{"default":""}', SUPABASE_SERVICE_ROLE_KEY: "legacy" },
      "legacy",
    ],
    ["SUPABASE_SERVICE_ROLE_KEY", { SUPABASE_SECRET_KEYS: "nonsense", SUPABASE_SERVICE_ROLE_KEY: "legacy" }, "legacy"],
  ])("takes the key of %s", (from, env, key) => {
    expect(findSecretKey(env)).toEqual({ key, from });
  });

  it("finds none where none is set", () => {
    expect(findSecretKey({})).toEqual({ key: undefined, from: undefined });
  });
});
