import type { ApplicationStatus } from "./limits.ts";
import type { DeskFilterTexts } from "./peopleFilter.ts";
import type { WaitlistContent } from "./waitlist.ts";

/**
 * What the routes about people answer at the operator's desk (scripts/desk/routes), for its page
 * (scripts/desk/page).
 * Times are ISO 8601.
 */

/** Statuses that people are listed by. People whose mail bounced or who complained are listed as unsubscribed. */
export const subscriberStatuses = ["unconfirmed", "confirmed", "unsubscribed"] as const;
export type SubscriberStatus = (typeof subscriberStatuses)[number] | "bounced" | "complained";
export const peopleOrders = ["newest", "oldest", "email", "friends"] as const;

/** Which people a request is about. */
export interface PeopleFilter extends DeskFilterTexts {
  status?: (typeof subscriberStatuses)[number];
  /** A part of the address. */
  search?: string;
  /** The ids of people who were picked out of the list. */
  ids?: string[];
}

/** The request for a page of people: the first page, or the page after a row. */
export interface PeopleRequest extends PeopleFilter {
  order: (typeof peopleOrders)[number];
  after?: { value: string | number; id: string };
}

export interface PersonLine extends WaitlistContent {
  id: string;
  created_at: string;
  confirmed_at: string | null;
  unsubscribed_at: string | null;
  source: string | null;
  tags: string[];
  friends: number;
}

/** A page of people, and the row after which the next page begins. */
export interface PeoplePage {
  people: PersonLine[];
  /** How many people match in total; given with the first page only. */
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
 * Does something for a page of people: all that match, the newest first, after a row; or those with the given
 * ids. It can be repeated. People who must not be asked to confirm, or were asked already, are left out.
 */
export interface BulkRequest extends PeopleFilter {
  what: "tag" | "untag" | "confirm" | "unsubscribe";
  tag_name?: string;
  after?: PeopleRequest["after"];
}

/** The result: for how many of how many people something changed, and the row to continue after. */
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

/** The name of another person on the list. */
export type PersonName = Pick<PersonLine, "id" | "email">;

export interface Person extends PersonLine {
  /** The answers by question, in the stored words. */
  answers: Record<string, string | null>;
  /** Whether they came by a friend's link, and that friend, if still on the list. */
  referred: boolean;
  referrer: PersonName | null;
  /**
   * The people who came by this person's link, the newest first. `total` also counts those who are not shown,
   * and those who counted and were erased. A credit is the stored word; it is null before they confirm.
   */
  brought: { total: number; people: (PersonName & { credit: string | null })[] };
  status: SubscriberStatus;
  note: string | null;
  share_link: string;
  /** Null until they are invited to the product. */
  invite_code: string | null;
  invited_at: string | null;
  redeemed_at: string | null;
  timeline: PersonEvent[];
  /** Whether a mail to this person failed and should have been sent, or waits to be tried again. */
  retriable: boolean;
  /**
   * The applications with this address, the oldest first. One that was made within a day of joining is assumed
   * to have the same typo, if there is one.
   */
  applications: { id: string; name: string; status: ApplicationStatus; created_at: string; sameDay: boolean }[];
}
