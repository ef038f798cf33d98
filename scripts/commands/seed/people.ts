import { createHash } from "node:crypto";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { roles } from "../../../server/contract/limits.ts";
import type { Database, WaitlistRow } from "../../../server/supabase/schema.ts";

/** Domains that nobody can own an address in (RFC 2606 section 3): a mail sent by mistake reaches nobody. */
const domains = ["example.com", "example.net", "example.org", "studio.example", "mail.example"];
const firstNames = "Ada Chidi Elif Ibrahim Júlia Mei Olga Priya Sofía Tariq Viktor Zofia".split(" ");
const lastNames = "Abara Andersson Bianchi García Kowalski Moreau Nakamura Novák Okafor Silva".split(" ");
const companies = ["Studio", "Consulting", "& Co", "Design", "Labs", "Partners"];
const sources = ["newsletter", "podcast", "producthunt", "linkedin", "google", "friend"];
const reasons = [
  "I send about twenty invoices a month and chase half of them by hand.",
  "Most of my clients pay in euros and dollars, and the books have to add up at the end of the quarter.",
  "I never know whether a project made money until it is over.",
];

/** The time over which the people of a seed joined. */
export interface Span {
  from: Date;
  until: Date;
}

const slug = (name: string): string =>
  name
    .normalize("NFD")
    .replaceAll(/[^a-z]/giu, "")
    .toLowerCase();

/** Draws from a stream of random numbers that depends only on the seed and the purpose. */
function draws(seed: number, purpose: string) {
  const state = xoroshiro128plus(createHash("sha256").update(`${purpose}:${seed}`).digest().readInt32BE());
  const below = (n: number): number => uniformInt(state, 0, n - 1);
  const pick = (list: readonly string[]): string => list[below(list.length)] ?? "";
  const hex = (): string => below(0x100000000).toString(16).padStart(8, "0");
  return {
    below,
    pick,
    chance: (percent: number): boolean => below(100) < percent,
    /** A UUID that has the form of version 4 (RFC 9562 section 5.4). */
    uuid: (): string => {
      const all = hex() + hex() + hex() + hex();
      return `${all.slice(0, 8)}-${all.slice(8, 12)}-4${all.slice(13, 16)}-a${all.slice(17, 20)}-${all.slice(20, 32)}`;
    },
    timestamp: ({ from, until }: Span): string => {
      // A launch: half of all people join in the first fifth of the time, then ever fewer.
      const share = (below(0x7fffffff) / 0x7fffffff) ** 2.32;
      return new Date(from.getTime() + Math.floor(share * (until.getTime() - from.getTime() - 1))).toISOString();
    },
  };
}

/** A time `ms` after another, but not after the end of the seed's time: by default, that may be today. */
const after = (iso: string, ms: number, { until }: Span): string =>
  new Date(Math.min(Date.parse(iso) + ms, until.getTime())).toISOString();

/** A person without what the database gives them, or an answer. */
type NewPerson = Omit<
  WaitlistRow,
  | "answers"
  | "tags"
  | "note"
  | "sender_credit"
  | "referred_by"
  | "share_code"
  | "invite_code"
  | "invited_at"
  | "redeemed_at"
>;

/** People of a waitlist. The number in the address keeps them distinct; the first n of a seed are always the same. */
export function* subscribers(seed: number, count: number, span: Span): Generator<NewPerson> {
  const { below, pick, chance, uuid, timestamp } = draws(seed, "waitlist");
  for (let index = 0; index < count; index++) {
    const created_at = timestamp(span);
    const confirmed = chance(70);
    yield {
      id: uuid(),
      email: `${slug(pick(firstNames))}.${slug(pick(lastNames))}.${seed}-${index}@${pick(domains)}`,
      notified: confirmed && chance(30),
      created_at,
      confirmed_at: confirmed ? after(created_at, 20_000 + below(3_600_000), span) : null,
      unsubscribed_at: confirmed && chance(3) ? after(created_at, 86_400_000 + below(86_400_000), span) : null,
      source: chance(60) ? pick(sources) : null,
    };
  }
}

/** The proofs of consent of those people: that they asked to be on the list, confirmed and unsubscribed. */
export function* consents(
  people: Iterable<NewPerson>,
): Generator<Database["public"]["Tables"]["consent_events"]["Insert"]> {
  for (const { id, email, ...times } of people) {
    // The same ones for the same person: by another last digit of the row's id.
    const events = [
      ["asked", "a", times.created_at],
      ["confirmed", "b", times.confirmed_at],
      ["unsubscribed", "c", times.unsubscribed_at],
    ] as const;
    for (const [event, digit, happened_at] of events)
      if (happened_at !== null) yield { id: id.slice(0, -1) + digit, email, event, happened_at };
  }
}

/** Applications for the beta, most of them not reviewed yet. */
export function* applications(
  seed: number,
  count: number,
  span: Span,
): Generator<Database["public"]["Tables"]["beta_applications"]["Insert"]> {
  const { below, pick, chance, uuid, timestamp } = draws(seed, "beta");
  for (let index = 0; index < count; index++) {
    const [first, last] = [pick(firstNames), pick(lastNames)];
    const created_at = timestamp(span);
    const status = chance(70) ? "pending" : chance(60) ? "accepted" : "declined";
    yield {
      id: uuid(),
      name: `${first} ${last}`,
      email: `${slug(first)}.${slug(last)}.${seed}-${index}@${pick(domains)}`,
      company: chance(65) ? `${last} ${pick(companies)}` : null,
      role: roles[below(roles.length)] ?? "other",
      reason: pick(reasons),
      status,
      created_at,
      reviewed_at: status === "pending" ? null : after(created_at, 3_600_000 + below(40 * 3_600_000), span),
    };
  }
}
