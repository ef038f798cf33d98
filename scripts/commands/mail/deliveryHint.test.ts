import { expect, it } from "vitest";
import { DeliveryError } from "../../../server/mail/transports/transport.ts";
import { deliveryHint } from "./deliveryHint.ts";

const refused = new TypeError("fetch failed", { cause: new Error("Proxy response (407)") });

it.each<[DeliveryError, string]>([
  [new DeliveryError("unavailable", "resend_401_missing_api_key"), "check RESEND_API_KEY"],
  [new DeliveryError("unavailable", "resend_422_invalid_from_address"), "check RESEND_API_KEY"],
  [new DeliveryError("doubtful", "resend_500_application_error"), "nothing"],
  [
    new DeliveryError("unavailable", "resend_no_connection", { cause: refused }),
    "failed (Proxy response (407)): check",
  ],
  [new DeliveryError("throttled", "smtp_450_4.7.1", { about: "amount" }), "lower MAIL_PER_SECOND"],
  [new DeliveryError("policy", "smtp_550_5.7.1"), "refuses the sender"],
])("says what to look at: %s", (error, hint) => {
  expect(deliveryHint(error).hint ?? "nothing").toContain(hint);
});
