import { expect, it } from "vitest";
import { DeliveryError, type Failure } from "../../../server/mail/transports/transport.ts";
import { deliveryHint } from "./deliveryHint.ts";

it.each<[Failure, string]>([
  ["policy", "resend_400_validation_error"],
  ["unavailable", "resend_401_missing_api_key"],
  ["unavailable", "resend_403"],
  ["unavailable", "resend_422_invalid_from_address"],
])("names the settings of Resend where it refuses them: %s %s", (failure, code) => {
  expect(deliveryHint(new DeliveryError(failure, code)).hint).toMatch(/^Resend refuses .*RESEND_API_KEY.*MAIL_FROM/u);
});

it("names no setting where Resend cannot be the one to blame", () => {
  expect(deliveryHint(new DeliveryError("doubtful", "resend_500_application_error"))).toEqual({});
});

it("says why no connection to Resend came about", () => {
  const cause = new TypeError("fetch failed", { cause: new Error("getaddrinfo ENOTFOUND api.resend.com") });
  expect(deliveryHint(new DeliveryError("unavailable", "resend_no_connection", { cause })).hint).toBe(
    "The connection failed (getaddrinfo ENOTFOUND api.resend.com): check whether this machine may connect to api.resend.com.",
  );
});

it("says what the proxy answered that refuses the way to Resend", () => {
  const refused = new Error("Proxy response (407) !== 200 when HTTP Tunneling");
  const cause = new TypeError("fetch failed", { cause: new Error("Request was cancelled.", { cause: refused }) });
  expect(deliveryHint(new DeliveryError("unavailable", "resend_no_connection", { cause })).hint).toBe(
    "The connection failed (Proxy response (407) !== 200 when HTTP Tunneling): check whether this machine may connect to api.resend.com.",
  );
});

it.each(["resend_no_connection", "smtp_esocket"])("says it of each address of a name: %s", (code) => {
  const tried = new AggregateError([
    new Error("connect ETIMEDOUT 192.0.2.1:443"),
    new Error("connect ENETUNREACH ::1"),
  ]);
  const cause = code === "smtp_esocket" ? tried : new TypeError("fetch failed", { cause: tried });
  expect(deliveryHint(new DeliveryError("unavailable", code, { cause })).hint).toMatch(
    /^The connection failed \(connect ETIMEDOUT 192\.0\.2\.1:443; connect ENETUNREACH ::1\): check /u,
  );
});

it("tells what to do where a server gets too many mails, whatever its code", () => {
  for (const failure of ["throttled", "unavailable"] as const) {
    const error = new DeliveryError(failure, "smtp_450_4.7.1", { about: "amount" });
    expect(deliveryHint(error).hint).toContain("MAIL_PER_SECOND");
  }
});
