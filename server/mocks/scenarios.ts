import type { CaptchaState } from "./captcha.ts";
import { problemMediaType } from "../contract/outcomes.ts";
import type { Fault } from "./fault.ts";
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
  /** How to see it: by looking, or by sending one of the forms. */
  act: "look" | "join" | "apply";
  /** What the page then says. */
  see: string;
  faults?: readonly Fault[];
  session?: StoredSession;
  captcha?: CaptchaState;
}

const late = (on: RegExp, delay: number): Fault[] => [{ on, delay }];
const lost = (on: RegExp): Fault[] => [{ on, answer: "lost" }];
const status = (on: RegExp, code: number): Fault[] => [{ on, answer: () => new Response("", { status: code }) }];
const json = (on: RegExp, body: unknown, code = 200, type = "application/json"): Fault[] => [
  { on, answer: () => new Response(JSON.stringify(body), { status: code, headers: { "content-type": type } }) },
];

const every = /^\w+ \/(?:functions|auth|rest)\//u;
const forms = /^POST \/functions\//u;
const inserts = /^POST \/rest\/v1\/(?:waitlist|beta_applications)\b/u;
const refresh = /^POST \/auth\/v1\/token\?grant_type=refresh_token/u;
const badReason = {
  code: "invalid",
  status: 422,
  title: "Some fields are not valid",
  errors: { reason: "Please say a little more." },
};

/** Every state of the backend that the page answers to (requirements 4 and 8). The panel and the browser tests walk this table. */
export const scenarios = {
  "all-well": { title: "All is well", act: "join", see: "Thanks for joining our waitlist!", captcha: "solved" },
  "all-well-beta": { title: "All is well, beta", act: "apply", see: "Application Submitted!", captcha: "solved" },
  slow: { title: "Slow network", act: "join", see: "Joining...", captcha: "solved", faults: late(forms, 5000) },
  "slow-beta": {
    title: "Slow network, beta",
    act: "apply",
    see: "Submitting...",
    captcha: "solved",
    faults: late(forms, 5000),
  },
  offline: {
    title: "Offline",
    act: "join",
    see: "Something went wrong. Please try again.",
    captcha: "solved",
    faults: lost(every),
  },
  "not-our-answer": {
    title: "A proxy's error page",
    act: "join",
    see: "Something went wrong. Please try again.",
    captcha: "solved",
    faults: status(forms, 502),
  },
  "already-subscribed": {
    title: "Already subscribed",
    act: "join",
    see: "This email is already on our waitlist!",
    captcha: "solved",
    faults: json(/^GET \/rest\/v1\/waitlist/u, [{ email: "x" }]),
  },
  "insert-error": {
    title: "Insert error, waitlist",
    act: "join",
    see: "Failed to join waitlist. Please try again.",
    captcha: "solved",
    faults: status(inserts, 500),
  },
  "insert-error-beta": {
    title: "Insert error, beta",
    act: "apply",
    see: "Failed to submit application. Please try again.",
    captcha: "solved",
    faults: status(inserts, 500),
  },
  "field-refused": {
    title: "A field refused by the backend",
    act: "apply",
    see: "Please say a little more.",
    captcha: "solved",
    faults: json(forms, badReason, 422, problemMediaType),
  },
  "rate-limited": {
    title: "Rate limited",
    act: "join",
    see: "Please wait 2 minutes and try again.",
    captcha: "solved",
    faults: json(/\/rpc\/take_rate_limit/u, 90),
  },
  "captcha-unsolved": {
    title: "Captcha unsolved",
    act: "join",
    see: "Please complete the reCAPTCHA verification.",
    captcha: "unsolved",
  },
  "captcha-expired": {
    title: "Captcha expired",
    act: "join",
    see: "Please complete the reCAPTCHA verification.",
    captcha: "expired",
  },
  "captcha-never-loads": {
    title: "Captcha never loads",
    act: "look",
    see: "Stand-in captcha: loading…",
    captcha: "never-loads",
  },
  "captcha-unavailable": {
    title: "Captcha provider unavailable",
    act: "join",
    see: "Failed to join waitlist. Please try again.",
    captcha: "solved",
    faults: status(/\/rpc\/spend_captcha/u, 503),
  },
  "signed-in": {
    title: "Signed in, application pending",
    act: "look",
    see: "Your beta application is being reviewed.",
    session: { of: people.pending, state: "live" },
  },
  "signed-in-accepted": {
    title: "Signed in, accepted",
    act: "look",
    see: "Your beta application was accepted.",
    session: { of: people.accepted, state: "live" },
  },
  "signed-in-declined": {
    title: "Signed in, declined",
    act: "look",
    see: "We could not offer you a place in this beta.",
    session: { of: people.declined, state: "live" },
  },
  "signed-in-no-application": {
    title: "Signed in, never applied",
    act: "look",
    see: "You have not applied for beta access",
    session: { of: people.stranger, state: "live" },
  },
  "signed-in-status-lost": {
    title: "Signed in, status unknown",
    act: "look",
    see: "Your beta application could not be looked up.",
    session: { of: people.pending, state: "live" },
    faults: status(/^GET \/rest\/v1\/beta_applications/u, 500),
  },
  "restoring-slowly": {
    title: "Session restoring slowly",
    act: "look",
    see: "Your beta application is being reviewed.",
    session: { of: people.pending, state: "stale" },
    faults: late(refresh, 3000),
  },
  "session-expired": {
    title: "Session expired",
    act: "look",
    see: "Join Waitlist",
    session: { of: people.pending, state: "expired" },
  },
  "session-revoked": {
    title: "Session revoked elsewhere",
    act: "look",
    see: "You are signed out.",
    session: { of: people.pending, state: "revoked" },
  },
  "auth-502": {
    title: "Auth answers 502",
    act: "look",
    see: "Join Waitlist",
    session: { of: people.pending, state: "stale" },
    faults: status(refresh, 502),
  },
  "auth-503": {
    title: "Auth answers 503",
    act: "look",
    see: "Join Waitlist",
    session: { of: people.pending, state: "stale" },
    faults: status(refresh, 503),
  },
  "auth-504": {
    title: "Auth answers 504",
    act: "look",
    see: "Join Waitlist",
    session: { of: people.pending, state: "stale" },
    faults: status(refresh, 504),
  },
} satisfies Record<string, Scenario>;

export type ScenarioName = keyof typeof scenarios;

/** The scenario of an address (`?scenario=`); `all-well` without one or with an unknown one. */
export function scenarioOf(search: string): ScenarioName {
  const name = new URLSearchParams(search).get("scenario");
  return name !== null && isScenarioName(name) ? name : "all-well";
}

const isScenarioName = (name: string): name is ScenarioName => Object.hasOwn(scenarios, name);
