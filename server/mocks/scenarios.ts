import { ProblemError, problemResponse } from "../http/problem.ts";
import type { CaptchaState } from "./captcha.ts";
import type { Fault, StoreFault } from "./fault.ts";
import { people } from "./people.ts";

/** A session left in the browser by an earlier visit. */
export interface StoredSession {
  of: string;
  /** `stale`: only its access token has expired; `expired`: its refresh token is unknown too; `revoked`: ended elsewhere. */
  state: "live" | "stale" | "expired" | "revoked";
}

/** A state of the backend, and what it looks like. */
export interface Scenario {
  title: string;
  /** How to see it: by looking, by sending one of the forms, or by following the link of a mail. */
  act: "look" | "join" | "apply" | "confirm" | "unsubscribe";
  /** What the page then says. */
  see: string;
  faults?: readonly Fault[];
  session?: StoredSession;
  captcha?: CaptchaState;
}

const late = (on: RegExp, delay: number): Fault[] => [{ on, delay }];
const lost = (on: RegExp): Fault[] => [{ on, answer: "lost" }];
const status = (on: RegExp, code: number): Fault[] => [{ on, answer: () => new Response("", { status: code }) }];
const store = (faults: StoreFault["store"]): Fault[] => [{ store: faults }];

const every = /^\w+ \/(?:functions|auth|rest)\//u;
const forms = /^POST \/functions\//u;
const applications = /^GET \/rest\/v1\/beta_applications/u;
const refresh = /^POST \/auth\/v1\/token\?grant_type=refresh_token/u;
const down = () => Promise.reject(new ProblemError("store_unavailable"));
const badReason = new ProblemError("invalid", { errors: { reason: "Please say a little more." } });
const noVerdict = new ProblemError("captcha_unavailable");
const refused = (problem: ProblemError): Fault[] => [{ on: forms, answer: () => problemResponse(problem) }];
const leave = (title: string, see: string, faults: Fault[]): Scenario => ({ title, act: "unsubscribe", see, faults });

type More = Pick<Scenario, "faults" | "captcha">;
const join = (title: string, see: string, more: More = {}): Scenario => ({
  title,
  act: "join",
  see,
  captcha: "solved",
  ...more,
});
const apply = (title: string, see: string, more: More = {}): Scenario => ({ ...join(title, see, more), act: "apply" });
const look = (title: string, see: string, more: Partial<Scenario>): Scenario => ({ title, act: "look", see, ...more });
const signedIn = (
  title: string,
  see: string,
  of: string,
  faults: Fault[] = [],
  state: StoredSession["state"] = "live",
) => look(title, see, { session: { of, state }, faults });

/** Every state of the backend that the page answers to (requirements 4 and 8). The panel and the browser tests walk this table. */
export const scenarios = {
  "all-well": join("All is well", "Thanks for joining our waitlist!"),
  "all-well-beta": apply("All is well, beta", "Application Submitted!"),
  slow: join("Slow network", "Joining...", { faults: late(forms, 5000) }),
  "slow-beta": apply("Slow network, beta", "Submitting...", { faults: late(forms, 5000) }),
  offline: join("Offline", "Something went wrong. Please try again.", { faults: lost(every) }),
  "not-our-answer": join("A proxy's error page", "Something went wrong. Please try again.", {
    faults: status(forms, 502),
  }),
  "already-subscribed": join("Already subscribed", "This email is already on our waitlist!", {
    faults: store({ join: async () => ({ outcome: "already_subscribed" }) }),
  }),
  "insert-error": join("Insert error, waitlist", "Failed to join waitlist. Please try again.", {
    faults: store({ join: down }),
  }),
  "insert-error-beta": apply("Insert error, beta", "Failed to submit application. Please try again.", {
    faults: store({ apply: down }),
  }),
  "field-refused": apply("A field refused by the backend", "Please say a little more.", { faults: refused(badReason) }),
  "rate-limited": join("Rate limited", "Please wait 2 minutes and try again.", {
    faults: store({ join: async () => ({ outcome: "rate_limited", wait: 90 }) }),
  }),
  "captcha-unsolved": join("Captcha unsolved", "Please complete the reCAPTCHA verification.", { captcha: "unsolved" }),
  "captcha-expired": join("Captcha expired", "Please complete the reCAPTCHA verification.", { captcha: "expired" }),
  "captcha-never-loads": look("Captcha never loads", "Stand-in captcha: loading…", { captcha: "never-loads" }),
  "captcha-unavailable": join("Captcha provider unavailable", "Failed to join waitlist. Please try again.", {
    faults: refused(noVerdict),
  }),
  "link-unknown": {
    title: "A mail's link, expired",
    act: "confirm",
    see: "Join the waitlist once more, and you get a new one.",
  },
  "link-unknown-unsubscribe": leave(
    "A mail's link to unsubscribe, expired",
    "If mail from us still comes, write to",
    [],
  ),
  "link-slow": leave("A mail's link, slow network", "Unsubscribing…", late(forms, 5000)),
  "link-offline": leave("A mail's link, offline", "Check your connection, then try again.", lost(every)),
  "link-rate-limited": leave(
    "A mail's link, rate limited",
    "Please wait 2 minutes and try again.",
    refused(new ProblemError("rate_limited", { retryAfter: 90 })),
  ),
  "link-store-down": leave(
    "A mail's link, store down",
    "The fault is ours.",
    refused(new ProblemError("store_unavailable")),
  ),
  "signed-in": signedIn("Signed in, application pending", "Your beta application is being reviewed.", people.pending),
  "signed-in-accepted": signedIn("Signed in, accepted", "Your beta application was accepted.", people.accepted),
  "signed-in-declined": signedIn(
    "Signed in, declined",
    "We could not offer you a place in this beta.",
    people.declined,
  ),
  "signed-in-no-application": signedIn(
    "Signed in, never applied",
    "You have not applied for beta access",
    people.stranger,
  ),
  "signed-in-status-lost": signedIn(
    "Signed in, status unknown",
    "Your beta application could not be looked up.",
    people.pending,
    status(applications, 500),
  ),
  "restoring-slowly": signedIn(
    "Session restoring slowly",
    "Your beta application is being reviewed.",
    people.pending,
    late(refresh, 3000),
    "stale",
  ),
  "session-expired": signedIn("Session expired", "Join Waitlist", people.pending, [], "expired"),
  "session-revoked": signedIn("Session revoked elsewhere", "You are signed out.", people.pending, [], "revoked"),
  "auth-502": signedIn("Auth answers 502", "Join Waitlist", people.pending, status(refresh, 502), "stale"),
  "auth-503": signedIn("Auth answers 503", "Join Waitlist", people.pending, status(refresh, 503), "stale"),
  "auth-504": signedIn("Auth answers 504", "Join Waitlist", people.pending, status(refresh, 504), "stale"),
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** The scenario of an address (`?scenario=`); `all-well` without one or with an unknown one. */
export function scenarioOf(search: string): ScenarioName {
  const name = new URLSearchParams(search).get("scenario");
  return name !== null && isScenarioName(name) ? name : "all-well";
}

const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);
