import type { ApplicationStatus } from "../contract/limits.ts";
import type { Accepted, PlaceAnswer } from "../contract/outcomes.ts";
import { AuthError } from "../guard/call.ts";
import { ProblemError, problemResponse } from "../http/problem.ts";
import { timestamp } from "../lib/time.ts";
import type { Fault } from "./backend.ts";
import { people, type SessionOptions } from "./people.ts";

/** A state of the backend, and how to see it. */
export interface Scenario {
  /**
   * How to see the state: by opening the page, sending a form, answering a question after that, asking for a
   * sign-in link, following a mail link, or coming back to the browser that keeps one.
   */
  act: "look" | "join" | "answer" | "apply" | "signIn" | "confirm" | "unsubscribe" | "place" | "comeBack";
  /** The text that the page then shows. */
  see: string;
  faults?: readonly Fault[];
  /** A session from an earlier visit. */
  session?: SessionOptions;
  /** The link to their place that the browser keeps. */
  placeLink?: string;
  /** State of the page's mocked captcha (components/dev/mockCaptcha.tsx). */
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
const refused = (...problem: ConstructorParameters<typeof ProblemError>): Fault[] => [
  { on: forms, answer: () => problemResponse(new ProblemError(...problem)) },
];
const down = refused("store_unavailable");
const tooSoon = refused("rate_limited", { retryAfter: 90 });
/** What a hosted project's auth service may answer to a request for a link. */
const noLink = (code: number, error: string, msg = ""): Fault[] => [
  { on: links, answer: () => new AuthError(code, error, msg).toResponse() },
];
/** The answer to a link to a person's place. */
const place = (seen: Partial<PlaceAnswer>): Fault[] => [
  {
    on: /\/place$/u,
    answer: () =>
      Response.json({
        code: "listed",
        friends: 2,
        shareCode: "0123ABCD",
        confirmed: true,
        ...seen,
      } satisfies Accepted),
  },
];
/** Makes the link of a mail work, although no mail was sent; with its token the person may answer questions. */
const goodLink = (answer: () => Response): Fault[] => [
  { on: /\/answers$/u, answer: () => new Response(null, { status: 204 }) },
  ...place({ place: 214 }),
  { on: forms, answer },
];
const confirmed: Accepted = {
  code: "confirmed",
  token: "offline",
  shareCode: "0123ABCD",
  answered: [],
  placeLink: "offline.offline",
};

const acting =
  (act: Scenario["act"], usual?: Scenario["captcha"]) =>
  (see: string, faults: Fault[] = [], captcha = usual): Scenario => ({ act, see, faults, ...(captcha && { captcha }) });
const join = acting("join", "solved");
const apply = acting("apply", "solved");
const answer = acting("answer", "solved");
const [confirm, leave, signIn] = [acting("confirm"), acting("unsubscribe"), acting("signIn")];
const lookUp = acting("place");
/** Comes back to the browser in which somebody confirmed. */
const comeBack = (see: string, faults: Fault[]): Scenario => ({
  act: "comeBack",
  see,
  faults,
  placeLink: "offline.offline",
});
const look = (see: string, session: SessionOptions, faults: Fault[] = []): Scenario => ({
  act: "look",
  see,
  session,
  faults,
});

const ada = { of: people.pending };
/** The user's applications, newest first, as the service answers them. */
const applied = (...rows: { status: ApplicationStatus; created_at: string }[]): Fault[] => [
  { on: applications, answer: () => Response.json(rows) },
];
const longAgo = { status: "pending", created_at: "2026-01-01T00:00:00+00:00" } as const;
/** The access token of this session has expired. */
const stale = { ...ada, life: -60 };

/** All states of the backend that the page handles (requirements 4 and 8), for the panel and the browser tests. */
export const scenarios = {
  "all-well": join("Thanks for joining our waitlist!"),
  "all-well-beta": apply("Application Submitted!"),
  "answer-not-saved": answer("That wasn’t saved.", lost(/\/answers$/u)),
  slow: join("Joining...", late(forms, 5000)),
  "slow-beta": apply("Submitting...", late(forms, 5000)),
  offline: join("Something went wrong. Please try again.", lost(every)),
  "not-our-answer": join("Something went wrong. Please try again.", status(forms, 502)),
  "already-subscribed": join("This email is already on our waitlist!", refused("already_subscribed")),
  "mail-returned": join("Our email to this address came back.", refused("mail_returned")),
  "insert-error": join("Failed to join waitlist. Please try again.", down),
  "insert-error-beta": apply("Failed to submit application. Please try again.", down),
  "too-many-applications": apply("We have 5 applications from this email", refused("too_many_applications")),
  "field-refused": apply(
    "Please say a little more.",
    refused("invalid", { errors: { reason: "Please say a little more." } }),
  ),
  "rate-limited": join("Please wait 2 minutes and try again.", tooSoon),
  "captcha-unsolved": join("Please complete the reCAPTCHA verification.", [], "unsolved"),
  "captcha-expired": join("Please complete the reCAPTCHA verification.", [], "expired"),
  "captcha-never-loads": { act: "look", see: "Stand-in captcha: loading…", captcha: "never-loads" },
  "captcha-refused": join("Please complete the reCAPTCHA verification.", refused("captcha_failed")),
  "captcha-unavailable": join("Failed to join waitlist. Please try again.", refused("captcha_unavailable")),
  "link-confirms": confirm(
    "Your address is confirmed",
    goodLink(() => Response.json(confirmed)),
  ),
  "link-unsubscribes": leave(
    "You are unsubscribed",
    goodLink(() => new Response(null, { status: 204 })),
  ),
  place: lookUp("You are number 214.", place({ place: 214 })),
  "place-among-first": lookUp("You are among the first.", place({ friends: 0 })),
  "place-unconfirmed": lookUp("Then you have your place.", place({ confirmed: false })),
  "place-gone": lookUp("or you left the waitlist."),
  "place-offline": lookUp("Check your connection, then try again.", lost(every)),
  "place-leave-lost": lookUp("You are number 1,214.", [...place({ place: 1214 }), ...lost(forms)]),
  "place-kept": comeBack("You are number 214.", [
    ...place({ place: 214 }),
    ...goodLink(() => new Response(null, { status: 204 })),
  ]),
  "place-kept-gone": comeBack("Get an email when it opens", []),
  "link-unknown": confirm("Join the waitlist again to get a new one."),
  "link-unknown-unsubscribe": leave("If you still get our emails, write to"),
  "link-slow": leave("Leaving the waitlist…", late(forms, 5000)),
  "link-offline": leave("Check your connection, then try again.", lost(every)),
  "link-rate-limited": leave("Please wait 2 minutes and try again.", tooSoon),
  "link-store-down": leave("It’s our fault.", down),
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
  "signed-in-status-lost": look("We couldn’t look up your beta application.", ada, status(applications, 500)),
  "restoring-slowly": look("Your beta application is being reviewed.", stale, late(refresh, 3000)),
  "session-expired": look("Join Waitlist", { ...stale, revoked: true }),
  "session-revoked": look("You are signed out.", { ...ada, revoked: true }),
  "sign-in": signIn("Check your email"),
  "sign-in-limited": signIn(
    "Please wait 51 seconds and try again.",
    noLink(429, "over_email_send_rate_limit", "For security purposes, you can only request this after 51 seconds."),
  ),
  "sign-in-undeliverable": signIn("We can’t send email to this address.", noLink(400, "email_address_not_authorized")),
  "sign-in-blocked": signIn("This account is blocked.", noLink(403, "user_banned")),
  "sign-in-unavailable": signIn("Signing in isn’t working right now.", noLink(500, "unexpected_failure")),
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
