import type { WaveLines } from "./figures.ts";
import type { Role } from "./limits.ts";
import type { DeskFilterTexts } from "./peopleFilter.ts";

/** A mail of the outbox that is queued. */
export interface MailLine {
  id: string;
  kind: string;
  email: string;
  /** A code, of the last attempt. */
  last_error: string | null;
  /** When it is tried next. */
  at: string;
}

/** How many mails were sent, or refused at once, and how many of them bounced or were complained about; and whether providers tolerate that. */
export interface Delivery {
  sent: number;
  bounced: number;
  complained: number;
  bouncedShare: string;
  complainedShare: string;
  tooManyBounces: boolean;
  tooManyComplaints: boolean;
}

/** The mails, and those that are queued, the next ones first. */
export interface Mails {
  /** Why no mail leaves, as `check` says it, and what to do about it; null while they do. */
  stuck: { message: string; remedy: string } | null;
  queued: number;
  /** That should have been sent; those held back since a restore are none of them. */
  failed: number;
  /**
   * Those to the list: how many are queued, and of which kind the next one is; what became of the current wave; whether they are paused, why, and
   * the same in a sentence; and one about how long they take, if that is known.
   */
  list: Delivery & {
    queued: number;
    kind: string | null;
    paused: boolean;
    reason: "operator" | "bounces" | "complaints" | null;
    why: string | null;
    takes: string | null;
  };
  /** Of 30 days. */
  month: Delivery;
  /** Who sends what is queued. */
  sender: string;
  /** The address of whoever runs the launch. */
  operator: string | null;
  queuedMails: MailLine[];
  /** What came of the newest waves of 30 days. */
  waves: WaveLines;
}

/** Why mails were left out that need not or must not be sent, by the code that is stored. */
export const leftOutWords: Readonly<Record<string, string>> = {
  suppressed: "the address must not be mailed",
  unsubscribed: "the person was not on the list then",
  not_needed: "it was not needed any more",
};

/** The same of all mails that were not sent for a reason of ours. */
export const notSentWords: Readonly<Record<string, string>> = {
  ...leftOutWords,
  restored: "held back since a restore",
};

/** What goes wrong with mails. */
export const mailTroubles = ["bounced", "complained", "failed"] as const;

/** Why it did: what the address is like, or who or what the mail failed by. */
export type MailCause =
  | "complaint"
  | "mailbox"
  | "domain"
  | "reported"
  | "full"
  | "sender"
  | "connection"
  | "restored"
  | "program"
  | "other";

/** A mail that bounced, failed or was complained about. */
export interface TroubledMail {
  id: string;
  kind: string;
  email: string;
  trouble: (typeof mailTroubles)[number];
  cause: MailCause;
  /** The code of the last attempt. */
  code: string | null;
  /** The id and the source of the person, if they are on the waitlist. */
  person: string | null;
  source: string | null;
  at: string;
}

/**
 * A text in Markdown for a mail to the list that was not sent to everybody yet. The subject is what its first line says, the name that of an
 * update, as it was typed.
 */
export interface MailDraft {
  id: string;
  kind: "launch-announcement" | "update";
  subject: string;
  markdown: string;
  name: string;
  updated_at: string;
}

/**
 * What is mailed to a part of the list: the launch, or an update in Markdown, which each person gets once under its name; or the request to
 * confirm.
 */
export interface WaveRequest extends DeskFilterTexts {
  what: "launch" | "update" | "confirm";
  text?: string;
  name?: string;
  /** The draft that the text is of; it goes when the wave is sent and leaves nobody to be mailed. */
  draft?: string;
  /** Most people to mail; all without it. */
  most?: number;
  role?: Role;
  order: "oldest" | "friends" | "random";
}

/** Whom a wave would mail what; nobody is mailed yet. */
export interface WaveSurvey {
  /** To be sent with, until the next survey. */
  id: string;
  people: number;
  /** Of how many, with some masked addresses and how long the mails take; or why there is nobody. */
  about: string;
  /** Whether it leaves nobody, so that its draft goes when it is sent. */
  isLast: boolean;
  warning: string | null;
  subject: string;
  /** The mail as text and as HTML; its links are made up. */
  text: string;
  html: string;
}
