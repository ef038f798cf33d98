/** What the routes of the operator's desk answer (scripts/commands/desk), for its page (components/desk). Times are ISO 8601. */

/** A problem with a request, as the command line would have said it. */
export interface DeskProblem {
  message: string;
  /** What to do about it. */
  hint?: string;
}

/** What came of some visits: how many joined, and how many of those confirmed and applied. */
export interface Funnel {
  visits: number;
  joined: number;
  confirmed: number;
  applied: number;
}

/** The figures of the launch. */
export interface Overview {
  /** The project's host, or the data folder of the embedded stack. */
  where: string;
  /** IANA name of the operator's time zone, in which days begin. */
  timeZone: string;
  people: { total: number; confirmed: number; left: number };
  /** Of the last 1, 7 and 30 days, today included: who joined, confirmed and left then. */
  spans: { days: number; joined: number; confirmed: number; left: number }[];
  /** Of the same days: visits, and what came of them. */
  funnel: (Funnel & { days: number })[];
  /** Each day (UTC) of the last {@link signupDays}. */
  signups: { start: string; count: number }[];
  /** Of 30 days, the most frequent first; null is a visit by no link of ours. */
  sources: (Funnel & { source: string | null })[];
  /** The answers to a question, the most frequent first. */
  answers: { question: string; answered: number; answers: { answer: string; count: number }[] }[];
  applications: { pending: number; overdue: number };
  mails: { waiting: number; failed: number };
}

/** Days of the chart of sign-ups. */
export const signupDays = 60;
