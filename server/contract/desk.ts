import type { BetaContent } from "./beta.ts";
import type { ApplicationStatus } from "./limits.ts";

/** What the routes of the operator's desk answer (scripts/desk), for its page (components/desk). Times are ISO 8601. */

/** A problem with a request, as the command line would have said it. */
export interface DeskProblem {
  message: string;
  /** What to do about it. */
  hint?: string;
}

/** Whose desk it is. */
export interface DeskPlace {
  /** "This machine", or the host of a hosted project's site. */
  name: string;
}

/** What came of some visits: how many joined, and how many of those confirmed, applied, were invited to the product, and came. */
export interface Funnel {
  visits: number;
  joined: number;
  confirmed: number;
  applied: number;
  invited: number;
  redeemed: number;
}

/** What the operator has to see to, as `check` says it, the wrong before the warnings. */
export interface DeskNeed {
  /** Name of the check. */
  check: string;
  level: "warning" | "wrong";
  message: string;
  remedy: string;
}

/** How many did something today, in the last 7 days, and in the 7 before. */
export interface Movement {
  today: number;
  week: number;
  before: number;
}

/** The figures of the launch. */
export interface Overview {
  /** IANA name of the operator's time zone, in which days begin. */
  timeZone: string;
  /** Pending applications, and since when the first of them. */
  pending: { applications: number; since: string | null };
  /** How many are on the list, and were 7 days ago. */
  listed: { now: number; week_ago: number };
  joined: Movement;
  /** Whenever they joined. */
  confirmed: Movement;
  unsubscribed: Movement;
  /** Each day from the first on that somebody joined to today. */
  signups: { start: string; count: number }[];
  /** Of everybody on the list, and of who joined in the last 7 and 30 days, today included. */
  everybody: Omit<Funnel, "visits" | "applied">;
  funnel: (Funnel & { days: number })[];
  /** Of 30 days, the most frequent first; null is a visit by no link of ours. */
  sources: (Funnel & { source: string | null })[];
  /** The ten who brought most friends. */
  referrers: { id: string; email: string; friends: number }[];
  /** The answers to a question, the most frequent first. */
  answers: { question: string; answered: number; answers: { answer: string; count: number }[] }[];
}

/** That something was done, in words for the operator. */
export interface DeskDone {
  message: string;
}

/** An application in the list. */
export interface ApplicationLine extends BetaContent {
  id: string;
  status: ApplicationStatus;
  created_at: string;
}

/** Applications of one status: pending ones by who has waited longest, others with the newest first. */
export interface ApplicationsPage {
  applications: ApplicationLine[];
  /** Whether there are more than are shown. */
  more: boolean;
  /** The name that decisions are recorded under. */
  actor: string;
}

/** A line of an application's history: a note alone where the status stays. */
export interface ApplicationEvent {
  id: string;
  created_at: string;
  actor: string;
  from_status: ApplicationStatus | null;
  to_status: ApplicationStatus;
  note: string | null;
}

/** Delay of the mail about a decision, in s; a decision undone meanwhile is not mailed. */
export const decisionWait = 60;
