import { expect, it } from "vitest";
import { DeliveryError } from "../mail/classify.ts";
import { deliveryHint } from "./deliveryHint.ts";

it.each([
  ["resend_401_missing_api_key", "check RESEND_API_KEY"],
  ["resend_429_rate_limit_exceeded", "lower MAIL_PER_SECOND"],
  ["smtp_550_5.7.1", "refuses the sender"],
  ["10 in a row were not accepted, the last with smtp_550_5.1.90", "in a day"],
])("says what to look at: %s", (why, hint) => {
  expect(deliveryHint(why).hint ?? "nothing").toContain(hint);
});

it("says what this machine says of a connection that failed", () => {
  const cause = new TypeError("fetch failed", { cause: new Error("Proxy response (407)") });
  const error = new DeliveryError("unavailable", "resend_no_connection", { cause });
  expect(deliveryHint(error.code, error).hint).toContain("failed (Proxy response (407)): check");
});
