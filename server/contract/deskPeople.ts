import type { ApplicationStatus } from "./limits.ts";
import type { DeskFilterTexts } from "./peopleFilter.ts";
import type { WaitlistContent } from "./waitlist.ts";

/** What the routes about people answer at the operator's desk (scripts/desk/routes), for its page (scripts/desk/page). Times are ISO 8601. */

/** Statuses that people are listed by; whose mail bounced or who complained is listed as unsubscribed. */
export const subscriberStatuses = ["unconfirmed", "confirmed", "unsubscribed"] as const;
/** The status of one person. */
export type SubscriberStatus = (typeof subscriberStatuses)[number] | "bounced" | "complained";
/** Orders of the list of people. */
export const peopleOrders = ["newest", "oldest", "email", "friends"] as const;

/** Which people are asked for. */
export interface PeopleFilter extends DeskFilterTexts {
  status?: (typeof subscriberStatuses)[number];
  /** A part of the address. */
  search?: string;
  /** Those that were picked out of the list. */
  ids?: string[];
}

/** A page of people is asked for: the first, or that after a row. */
export interface PeopleRequest extends PeopleFilter {
  order: (typeof peopleOrders)[number];
  after?: { value: string | number; id: string };
}

/** A person in the list. */
export interface PersonLine extends WaitlistContent {
  id: string;
  created_at: string;
  confirmed_at: string | null;
  unsubscribed_at: string | null;
  source: string | null;
  tags: string[];
  friends: number;
}

/** A page of people, and the row to ask for the next one after. */
export interface PeoplePage {
  people: PersonLine[];
  /** How many match in all; with the first page. */
  total?: number;
  next?: PeopleRequest["after"];
}

/** The tags and the sources that people have, the most frequent first. */
export interface PeopleGroups {
  tags: { name: string; count: number }[];
  sources: { name: string; count: number }[];
}

/** Most people of one {@link BulkRequest} that names them by their ids. */
export const mostIds = 100;

/**
 * Something is done for a page of people: all that match, the newest first, after a row; or those with some ids. It can be repeated. Who must
 * not be asked to confirm, or was already, is left out.
 */
export interface BulkRequest extends PeopleFilter {
  what: "tag" | "untag" | "confirm" | "unsubscribe";
  tag_name?: string;
  after?: PeopleRequest["after"];
}

/** What it came to: for how many of how many people something changed, and the row to go on after. */
export interface BulkPage {
  changed: number;
  people: number;
  next?: PeopleRequest["after"];
}

/** What happened to a person, the newest first. */
export interface PersonEvent {
  at: string;
  event:
    | "joined"
    | "asked"
    | "corrected"
    | "confirmation_requested"
    | "confirmed"
    | "unsubscribed"
    | "invited"
    | "redeemed"
    | "mail-queued"
    | "mail-sent"
    | "mail-failed"
    | "mail-left-out"
    | "bounced"
    | "complained"
    | "suppressed"
    | "applied";
  /** The source, the invite code, the kind of the mail and why it failed or was left out, the reason, or the status of the application. */
  detail: string | null;
}

/** Who another person is. */
export type PersonName = Pick<PersonLine, "id" | "email">;

/** A person in full. */
export interface Person extends PersonLine {
  /** By question, in the words that are stored. */
  answers: Record<string, string | null>;
  /** Whether they came by a friend's link; and that friend, where they are on the list still. */
  referred: boolean;
  referrer: PersonName | null;
  /** Who came by their link, the newest first and the first of `total`, in which those who counted and were erased are; a credit is the word that is stored, null before they confirm. */
  brought: { total: number; people: (PersonName & { credit: string | null })[] };
  status: SubscriberStatus;
  note: string | null;
  share_link: string;
  /** Null until they are invited to the product. */
  invite_code: string | null;
  invited_at: string | null;
  redeemed_at: string | null;
  timeline: PersonEvent[];
  /** Whether a mail to them failed and should have been sent, or waits to be tried again. */
  retriable: boolean;
  /** Applications with this address, the oldest first; one made within a day of joining is taken to have the same typo, if it has one. */
  applications: { id: string; name: string; status: ApplicationStatus; created_at: string; sameDay: boolean }[];
}
