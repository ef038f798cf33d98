import { describe, expect, it } from "vitest";
import { problems } from "../../../server/contract/outcomes.ts";
import type { Fault } from "../../../server/mocks/backend.ts";
import { type Scenario, scenarios } from "../../../server/mocks/scenarios.ts";
import { explain } from "./explain.ts";

const failed = "Failed to join waitlist. Please try again.";
const refused = (code: string, retryAfter: string | null = null) =>
  explain({ kind: "refused", code, errors: {}, retryAfter }, failed);

describe("explain", () => {
  it("knows the catalogue of requirements 8", () => {
    expect(refused("captcha_failed")).toEqual({
      title: "Verification required",
      text: "Please complete the reCAPTCHA verification.",
    });
    expect(refused("already_subscribed")).toEqual({
      title: "Already subscribed",
      text: "This email is already on our waitlist!",
    });
    expect(explain({ kind: "lost" }, failed)).toEqual({
      title: "Error",
      text: "Something went wrong. Please try again.",
    });
  });

  it("names the wait of a rate limit", () => {
    expect(refused("rate_limited", "120")).toEqual({
      title: "Too many attempts",
      text: "Please wait 2 minutes and try again.",
    });
  });

  it("says that an address has applied often enough, with no wait that would change it", () => {
    expect(refused("too_many_applications")).toEqual({
      title: "Already with us",
      text: "We have 5 applications from this email and will answer those first.",
    });
  });

  const explained = new Set([
    "captcha_failed",
    "already_subscribed",
    "mail_returned",
    "rate_limited",
    "too_many_applications",
  ]);
  const others = Object.keys(problems).filter((code) => !explained.has(code));
  it.each(others)("says %s in the form's own words", (code) => {
    expect(refused(code)).toEqual({ title: "Error", text: failed });
  });

  it("has words of its own for no refusal that the offline mode cannot show", async () => {
    const forms: Scenario[] = Object.values(scenarios).filter(({ act }) => act === "join" || act === "apply");
    const answers = forms.flatMap(({ faults = [] }) => faults).map(({ answer }: Fault) => answer);
    const bodies = answers.map((answer) => (typeof answer === "function" ? answer().text() : ""));
    const shown = new Set((await Promise.all(bodies)).map((body) => /"code":"(\w+)"/u.exec(body)?.[1]));
    expect([...explained].filter((code) => !shown.has(code))).toEqual([]);
  });
});
