import * as v from "valibot";
import { expect, it } from "vitest";
import { resolveSettings } from "../../../server/settings/resolve.ts";
import { anonymousVisitor } from "./stranger.ts";

const claims = v.object({ iat: v.number(), exp: v.number() });

it("signs a visitor in by the database's clock, whatever this machine's says", () => {
  const clock = "2026-05-04T12:00:00.5+00:00";
  const visitor = anonymousVisitor({
    secretKey: "sb_secret_x",
    publishableKey: "sb_publishable_x",
    jwtSecret: "s".repeat(32),
    settings: resolveSettings({}, {}, "/nowhere"),
    clock,
  });
  const [, body = ""] = visitor?.headers["authorization"]?.split(".") ?? [];
  const { iat, exp } = v.parse(claims, JSON.parse(Buffer.from(body, "base64url").toString()));
  expect([iat, exp - iat]).toEqual([Date.parse("2026-05-04T12:00:00Z") / 1000, 600]);
});
