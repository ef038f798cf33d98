import type { ApplicationStatus } from "../../../server/contract/statuses.ts";

/** Why an address is on the suppression list, weakest first. */
export const strength = ["erased", "unsubscribed", "bounced", "complained"] as const;
export type Suppression = (typeof strength)[number];

/** A link of a mail that arrived, as the database has to know it. */
export interface Link {
  /** Day on which it ends. */
  until: number;
  spent: boolean;
}

/** Somebody on the waitlist. */
export interface Person {
  confirmed: boolean;
  notified: boolean;
  /** Whether they were chosen for the update. */
  toldUpdate: boolean;
  /** Day on which they left; undefined while they are subscribed. */
  leftOn: number | undefined;
  /** Whether they left at any time and have not confirmed since. */
  leftBefore: boolean;
  /** Day on which the page asked them to confirm. */
  askedOn: number | undefined;
  /** Whether a confirmation is to arrive, whatever was sent before. */
  promised: boolean;
  /** Tokens to confirm with. */
  confirms: Map<string, Link>;
  unsubscribe: Link | undefined;
  /** Launch and updates that they are to be told of, each with the mails that told them. */
  news: Map<string, Set<string>>;
}

/** An application. */
export interface Application {
  email: string;
  status: ApplicationStatus;
  /** Whether the status was decided here, and not brought by an import. */
  decidedHere: boolean;
  /** What the applicant may have heard last: more than one where an attempt had no answer. */
  heard: Set<ApplicationStatus>;
}

/** What the project promises to know: the model. */
export interface State {
  /** Days passed. */
  today: number;
  people: Map<string, Person>;
  suppressed: Map<string, Suppression>;
  /** Who was erased and did not come back by themselves. */
  erased: Set<string>;
  applications: Map<string, Application>;
  /** Days on which a confirmation was asked for. */
  asked: Map<string, number[]>;
  /** Who was on the suppression list or erased at any time: no mail to them is owed. */
  unmailable: Set<string>;
  /** Mails that an attempt ended or may have ended, and whether the sender knows. */
  delivered: Map<string, "certain" | "in doubt">;
}

export const newState = (): State => ({
  today: 0,
  people: new Map(),
  suppressed: new Map(),
  erased: new Set(),
  applications: new Map(),
  asked: new Map(),
  unmailable: new Set(),
  delivered: new Map(),
});

/** Somebody who comes onto the list, by the page where `askedOn` is given. */
export const newPerson = (given: Partial<Person> = {}): Person => ({
  confirmed: false,
  notified: false,
  toldUpdate: false,
  leftOn: undefined,
  leftBefore: given.leftOn !== undefined,
  askedOn: undefined,
  promised: false,
  confirms: new Map(),
  unsubscribe: undefined,
  news: new Map(),
  ...given,
});

/** Takes somebody off the list. */
export function leave(person: Person | undefined, day: number): void {
  if (person === undefined || person.leftOn !== undefined) return;
  person.leftOn = day;
  person.leftBefore = true;
  person.promised = false;
  person.news.clear();
}

/** Puts an address on the suppression list; the stronger reason stays. */
export function suppress(state: State, email: string, reason: Suppression): void {
  const before = state.suppressed.get(email);
  if (before === undefined || strength.indexOf(reason) > strength.indexOf(before)) state.suppressed.set(email, reason);
  if (reason !== "unsubscribed") state.unmailable.add(email);
}

/** What an act of the person's own takes off the suppression list. */
export function lift(state: State, email: string, lifted: readonly Suppression[]): void {
  const reason = state.suppressed.get(email);
  if (reason !== undefined && lifted.includes(reason)) state.suppressed.delete(email);
  state.erased.delete(email);
}
