import type { ApplicationStatus } from "../../../server/contract/limits.ts";

/** Why an address is on the suppression list, weakest first. */
const strength = ["erased", "unsubscribed", "bounced", "complained"] as const;
export type Suppression = (typeof strength)[number];

/** A link of a mail, as the database has to know it. */
export interface Link {
  /** Day on which it expires. */
  until: number;
  spent: boolean;
}

/** A person on the waitlist. */
export interface Person {
  confirmed: boolean;
  notified: boolean;
  /** Whether they were selected for the update. */
  toldUpdate: boolean;
  /** Whether a mail with the update was accepted, or an attempt had no answer. */
  mayKnowUpdate: boolean;
  /** Day on which they unsubscribed; undefined while they are subscribed. */
  leftOn: number | undefined;
  /** Whether they ever unsubscribed and have not confirmed since. */
  leftBefore: boolean;
  /** Day on which they joined through the page and were asked to confirm. */
  askedOn: number | undefined;
  /** Whether a confirmation mail is still owed, whatever was sent before. */
  promised: boolean;
  /** Tokens of confirmation links. */
  confirms: Map<string, Link>;
  /** Whether they have confirmed since they were last asked to. */
  answered: boolean;
  unsubscribe: Link | undefined;
  /** The launch and the updates that they are to be told of, each with the mails that told them. */
  news: Map<string, Set<string>>;
}

/** An application. */
export interface Application {
  email: string;
  status: ApplicationStatus;
  /** Whether the status was decided here, rather than imported. */
  decidedHere: boolean;
  /** The status that the applicant may have heard last: more than one after an attempt whose answer was lost. */
  heard: Set<ApplicationStatus>;
}

/** The model: everything that the project promises to know. */
export interface State {
  /** Days passed. */
  today: number;
  people: Map<string, Person>;
  suppressed: Map<string, Suppression>;
  /** People who were erased and did not come back by themselves. */
  erased: Set<string>;
  applications: Map<string, Application>;
  /** Days on which a confirmation mail was requested. */
  asked: Map<string, number[]>;
  /** People who were ever suppressed or erased: no mail to them is owed. */
  unmailable: Set<string>;
  /** Mails that were delivered or may have been, and whether the sender knows. */
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

/** A person who comes onto the list; `askedOn` is set if they joined through the page. */
export const newPerson = (given: Partial<Person> = {}): Person => ({
  confirmed: false,
  notified: false,
  toldUpdate: false,
  mayKnowUpdate: false,
  leftOn: undefined,
  leftBefore: given.leftOn !== undefined,
  askedOn: undefined,
  promised: false,
  confirms: new Map(),
  answered: false,
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

/** Puts an address on the suppression list; an existing stronger reason stays. */
export function suppress(state: State, email: string, reason: Suppression): void {
  const before = state.suppressed.get(email);
  if (before === undefined || strength.indexOf(reason) > strength.indexOf(before)) state.suppressed.set(email, reason);
  if (reason !== "unsubscribed") state.unmailable.add(email);
}

/** Removes from the suppression list what a person's own act lifts. */
export function lift(state: State, email: string, lifted: readonly Suppression[]): void {
  const reason = state.suppressed.get(email);
  if (reason !== undefined && lifted.includes(reason)) state.suppressed.delete(email);
  state.erased.delete(email);
}
