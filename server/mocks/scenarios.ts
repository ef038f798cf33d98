import type { ApplicationStatus } from "../contract/statuses.ts";
import { AuthError } from "../guards/auth/authError.ts";
import { ProblemError, problemResponse } from "../http/problem.ts";
import { timestamp } from "../http/timestamp.ts";
import type { Fault } from "./fault.ts";
import { people, type SessionOptions } from "./people.ts";

/** A state of the backend, and how to see it. */
export interface Scenario {
  /** How to see it: by opening the page, sending a form, asking for a sign-in link, or following a mail link. */
  act: "look" | "join" | "apply" | "signIn" | "confirm" | "unsubscribe";
  /** The text that the page then shows. */
  see: string;
  faults?: readonly Fault[];
  /** A session from an earlier visit. */
  session?: SessionOptions;
  /** State of the page's stand-in captcha (components/dev/StandInWidget.tsx). */
  captcha?: "unsolved" | "solved" | "expired" | "never-loads";
}

const late = (on: RegExp, delay: number): Fault[] => [{ on, delay }];
const lost = (on: RegExp): Fault[] => [{ on, answer: "lost" }];
const status = (on: RegExp, code: number): Fault[] => [{ on, answer: () => new Response("", { status: code }) }];

const every = /^\w+ \/(?:functions|auth|rest)\//u;
const forms = /^POST \/functions\//u;
const applications = /^GET \/rest\/v1\/beta_applications/u;
const links = /^POST \/auth\/v1\/otp/u;
const refresh = /^POST \/auth\/v1\/token\?grant_type=refresh_token/u;
const down = new ProblemError("store_unavailable");
const listed = new ProblemError("already_subscribed");
const badReason = new ProblemError("invalid", { errors: { reason: "Please say a little more." } });
const tooSoon = new ProblemError("rate_limited", { retryAfter: 90 });
const noVerdict = new ProblemError("captcha_unavailable");
const enough = new ProblemError("too_many_applications");
const notHuman = new ProblemError("captcha_failed");
const refused = (problem: ProblemError): Fault[] => [{ on: forms, answer: () => problemResponse(problem) }];
/** What a hosted project's auth service may answer to whoever asks for a link. */
const noLink = (see: string, code: number, error: string, msg = ""): Scenario => ({
  act: "signIn",
  see,
  faults: [{ on: links, answer: () => new AuthError(code, error, msg).toResponse() }],
});
const leave = (see: string, faults: Fault[]): Scenario => ({ act: "unsubscribe", see, faults });

const join = (see: string, faults: Fault[] = [], captcha: Scenario["captcha"] = "solved"): Scenario => ({
  act: "join",
  see,
  faults,
  captcha,
});
const apply = (see: string, faults: Fault[] = []): Scenario => ({ ...join(see, faults), act: "apply" });
const look = (see: string, session: SessionOptions, faults: Fault[] = []): Scenario => ({
  act: "look",
  see,
  session,
  faults,
});

const ada = { of: people.pending };
/** As the service answers, newest first. */
const applied = (...rows: { status: ApplicationStatus; created_at: string }[]): Fault[] => [
  { on: applications, answer: () => Response.json(rows) },
];
const longAgo = { status: "pending", created_at: "2026-01-01T00:00:00+00:00" } as const;
/** Its access token has expired. */
const stale = { ...ada, life: -60 };

/** All states of the backend that the page handles (requirements 4 and 8), for the panel and the browser tests. */
export const scenarios = {
  "all-well": join("Thanks for joining our waitlist!"),
  "all-well-beta": apply("Application Submitted!"),
  slow: join("Joining...", late(forms, 5000)),
  "slow-beta": apply("Submitting...", late(forms, 5000)),
  offline: join("Something went wrong. Please try again.", lost(every)),
  "not-our-answer": join("Something went wrong. Please try again.", status(forms, 502)),
  "already-subscribed": join("This email is already on our waitlist!", refused(listed)),
  "insert-error": join("Failed to join waitlist. Please try again.", refused(down)),
  "insert-error-beta": apply("Failed to submit application. Please try again.", refused(down)),
  "too-many-applications": apply("We have 5 applications from this email", refused(enough)),
  "field-refused": apply("Please say a little more.", refused(badReason)),
  "rate-limited": join("Please wait 2 minutes and try again.", refused(tooSoon)),
  "captcha-unsolved": join("Please complete the reCAPTCHA verification.", [], "unsolved"),
  "captcha-expired": join("Please complete the reCAPTCHA verification.", [], "expired"),
  "captcha-never-loads": { act: "look", see: "Stand-in captcha: loading…", captcha: "never-loads" },
  "captcha-refused": join("Please complete the reCAPTCHA verification.", refused(notHuman)),
  "captcha-unavailable": join("Failed to join waitlist. Please try again.", refused(noVerdict)),
  "link-unknown": { act: "confirm", see: "Join the waitlist once more to get a new one." },
  "link-unknown-unsubscribe": leave("If you still get mail from us, write to", []),
  "link-slow": leave("Leaving the waitlist…", late(forms, 5000)),
  "link-offline": leave("Check your connection, then try again.", lost(every)),
  "link-rate-limited": leave("Please wait 2 minutes and try again.", refused(tooSoon)),
  "link-store-down": leave("The fault is ours.", refused(new ProblemError("store_unavailable"))),
  "signed-in": look("Your beta application is being reviewed.", ada),
  "signed-in-accepted": look("Your beta application was accepted.", { of: people.accepted }),
  "signed-in-accepted-before": look(
    "An earlier application of yours was accepted",
    ada,
    applied({ ...longAgo, created_at: timestamp() }, { ...longAgo, status: "accepted" }),
  ),
  "signed-in-late": look("We promised an answer by now", ada, applied(longAgo)),
  "signed-in-declined": look("We could not offer you a place in this beta.", { of: people.declined }),
  "signed-in-no-application": look("You have not applied for beta access", { of: people.stranger }),
  "signed-in-status-lost": look("Your beta application could not be looked up.", ada, status(applications, 500)),
  "restoring-slowly": look("Your beta application is being reviewed.", stale, late(refresh, 3000)),
  "session-expired": look("Join Waitlist", { ...stale, ended: true }),
  "session-revoked": look("You are signed out.", { ...ada, ended: true }),
  "sign-in-limited": noLink(
    "Please wait 51 seconds and try again.",
    429,
    "over_email_send_rate_limit",
    "For security purposes, you can only request this after 51 seconds.",
  ),
  "sign-in-undeliverable": noLink("We cannot send mail to this address.", 400, "email_address_not_authorized"),
  "sign-in-blocked": noLink("This account is blocked.", 403, "user_banned"),
  "sign-in-unavailable": noLink("Signing in does not work at the moment.", 500, "unexpected_failure"),
  "auth-502": look("Join Waitlist", stale, status(refresh, 502)),
  "auth-503": look("Join Waitlist", stale, status(refresh, 503)),
  "auth-504": look("Join Waitlist", stale, status(refresh, 504)),
} satisfies Record<string, Scenario>;

/** Name of a scenario, as in `?scenario=`. */
export type ScenarioName = keyof typeof scenarios;

/** The scenario in an address (`?scenario=`); `all-well` if there is none or it is unknown. */
export function scenarioOf(search: string): ScenarioName {
  const name = new URLSearchParams(search).get("scenario");
  return name !== null && isScenarioName(name) ? name : "all-well";
}

const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);
