import type { WaveLines } from "./figures.ts";
import type { Role } from "./limits.ts";
import type { DeskFilterTexts } from "./peopleFilter.ts";

/** A mail of the outbox that is queued. */
export interface MailLine {
  id: string;
  kind: string;
  email: string;
  /** The code of the last failed attempt. */
  last_error: string | null;
  /** When the mail is tried next. */
  at: string;
}

/**
 * How many mails were sent or refused at once, how many of them bounced or were complained about, and whether
 * providers tolerate that.
 */
export interface Delivery {
  sent: number;
  bounced: number;
  complained: number;
  bouncedShare: string;
  complainedShare: string;
  tooManyBounces: boolean;
  tooManyComplaints: boolean;
}

/** The state of the mails, and the queued ones in the order in which they are sent. */
export interface Mails {
  /** Why no mail leaves, as `check` says it, and what to do about it; null while mails leave. */
  stuck: { message: string; remedy: string } | null;
  queued: number;
  /** How many mails failed that should have been sent. Those held back since a restore are not counted. */
  failed: number;
  /**
   * The mails to the list: how many are queued and may go out now, and the kind of the next one; what became of the current wave;
   * whether they are paused, the reason, and the same in a sentence (`why`); and how long they take in a
   * sentence (`takes`), if that is known.
   */
  list: Delivery & {
    queued: number;
    kind: string | null;
    paused: boolean;
    reason: "operator" | "bounces" | "complaints" | null;
    why: string | null;
    takes: string | null;
  };
  /** What was sent in the last 30 days. */
  month: Delivery;
  /** Says which host sends the queued mails. */
  sender: string;
  operator: string | null;
  queuedMails: MailLine[];
  /** What came of the newest waves of 30 days. */
  waves: WaveLines;
  /** The waves that have queued mails; `starts` is the time that is still to come, in the desk's zone. */
  open: { number: number; kind: string; name: string | null; queued: number; starts: string | null }[];
}

/** Why mails were left out that need not or must not be sent, by the stored code. */
export const leftOutWords: Readonly<Record<string, string>> = {
  suppressed: "the address must not be mailed",
  unsubscribed: "the person was not on the list then",
  not_needed: "it was not needed any more",
};

/** The same for all mails that were not sent for a reason on our side. */
export const notSentWords: Readonly<Record<string, string>> = {
  ...leftOutWords,
  restored: "held back since a restore",
};

/** What goes wrong with mails. */
export const mailTroubles = ["bounced", "complained", "failed"] as const;

/** The causes of trouble: a property of the address, or the side that made the mail fail. */
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
  /** The code of the last attempt's failure. */
  code: string | null;
  /** The id and the source of the person, if they are on the waitlist. */
  person: string | null;
  source: string | null;
  at: string;
}

/**
 * A text in Markdown for a mail to the list that was not sent to everybody yet. The subject is taken from its
 * first line; the name is the update's, as it was typed.
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
 * What is mailed to a part of the list: the launch, an update in Markdown, which each person gets once under
 * its name, or the request to confirm.
 */
export interface WaveRequest extends DeskFilterTexts {
  what: "launch" | "update" | "confirm";
  text?: string;
  name?: string;
  /** The draft of the text. It is deleted when the wave is sent and nobody is left to be mailed. */
  draft?: string;
  /** Most people to mail; all without it. */
  most?: number;
  role?: Role;
  /** From when on its mails are sent, in the desk's zone; at once without it. */
  at?: string;
  order: "oldest" | "friends" | "random";
}

/** A preview of a wave: its recipients and its mail. Nobody is mailed yet. */
export interface WaveSurvey {
  /** The wave is sent with this id, which is valid until the next survey. */
  id: string;
  people: number;
  /**
   * How many people the wave is a part of, with some masked addresses and how long the mails take; or why there
   * is nobody to mail.
   */
  about: string;
  /** Whether nobody is left after this wave, so that its draft is deleted when it is sent. */
  isLast: boolean;
  warning: string | null;
  subject: string;
  /** The mail as text and as HTML; its links are made up. */
  text: string;
  html: string;
}
