import { describe, expect, it } from "vitest";
import { exemptLoopback, exemptStack } from "./loopback.ts";

describe("this machine", () => {
  it.each([
    [{}, { NO_PROXY: "localhost,127.0.0.1,::1,[::1]" }],
    [{ NO_PROXY: ".example" }, { NO_PROXY: ".example,localhost,127.0.0.1,::1,[::1]" }],
    [
      { no_proxy: "", NO_PROXY: ".example" },
      { no_proxy: "localhost,127.0.0.1,::1,[::1]", NO_PROXY: ".example" },
    ],
  ])(
    "is added to the hosts that are reached without a proxy: %j",
    (env: Record<string, string | undefined>, exempt) => {
      exemptLoopback(env);
      expect(env).toEqual(exempt);
    },
  );

  it.each([
    ["http://192.0.2.5:4173", "localhost,192.0.2.5"],
    ["http://[2001:db8::5]:4173", "localhost,[2001:db8::5]"],
  ])("is reached without a proxy at the address that a stack is bound to: %s", (url, listed) => {
    const env = { NO_PROXY: "localhost" };
    exemptStack(env, url);
    expect(env).toEqual({ NO_PROXY: listed });
  });
});
