import type { BetaContent } from "./beta.ts";
import type { Movement, Span, Standing } from "./figures.ts";
import type { ApplicationStatus } from "./limits.ts";

/** What the routes of the operator's desk answer (scripts/desk/routes), for its page (scripts/desk/page). Times are ISO 8601. */

/** A problem with a request, as the command line would have said it. */
export interface DeskProblem {
  message: string;
  /** What to do about it. */
  hint?: string;
}

/** Which launch the desk is for. */
export interface DeskPlace {
  /** "on this machine", or the host of a hosted project's site. */
  name: string;
}

/** What the operator has to see to, as `check` says it; errors come before warnings. */
export interface DeskFinding {
  check: string;
  level: "warning" | "wrong";
  message: string;
  remedy: string;
}

/** The figures of the launch. */
export interface Overview {
  /** IANA name of the operator's time zone, in which days begin. */
  timeZone: string;
  /** The address of the site; null where none is set. */
  site: string | null;
  /** The number of pending applications, and since when the oldest has waited. */
  pending: { applications: number; since: string | null };
  list: Standing;
  /** What moved, by time span. */
  moved: Record<Span, Movement>;
  /** The joins of each day, from the first join until today. */
  signups: { start: string; count: number }[];
  /** What moved in 30 days by source, the most frequent first; null stands for visits without a campaign's link. */
  sources: (Movement & { source: string | null })[];
  /** The ten people who referred the most friends. */
  referrers: { id: string; email: string; friends: number }[];
  /** The answers to a question, the most frequent first. */
  answers: { question: string; answered: number; answers: { answer: string; count: number }[] }[];
}

/** What was done, in words for the operator. */
export interface DeskDone {
  message: string;
}

export interface ApplicationLine extends BetaContent {
  id: string;
  status: ApplicationStatus;
  created_at: string;
  /** The outcome of the previous application with this address; null without one. */
  before: ApplicationStatus | null;
}

/** Applications of one status: pending ones with the longest wait first, others with the newest first. */
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
