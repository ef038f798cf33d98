import { createHash } from "node:crypto";
import * as v from "valibot";
import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";
import { roles } from "../../../server/contract/limits.ts";
import { questionIds, questionOf } from "../../../server/contract/questions.ts";
import { waitlistFields } from "../../../server/contract/waitlist.ts";
import { codeLetters } from "../../../server/contract/shareCode.ts";
import type { Database, WaitlistRow } from "../../../server/supabase/schema.ts";

/**
 * Nobody can own an address in these domains (RFC 2606 section 3), so a mail that is sent by mistake reaches
 * nobody.
 */
const domains = ["example.com", "example.net", "example.org", "studio.example", "mail.example"];
const firstNames = "Ada Chidi Elif Ibrahim Júlia Mei Olga Priya Sofía Tariq Viktor Zofia".split(" ");
const lastNames = "Abara Andersson Bianchi García Kowalski Moreau Nakamura Novák Okafor Silva".split(" ");
const companies = ["Studio", "Consulting", "& Co", "Design", "Labs", "Partners"];
const tags = ["vip", "press", "meetup", "berlin"];
const sources = ["newsletter", "podcast", "producthunt", "linkedin", "google", "friend"];
const reasons = [
  "I send about twenty invoices a month and chase half of them by hand.",
  "Most of my clients pay in euros and dollars, and the books have to add up at the end of the quarter.",
  "I never know whether a project made money until it is over.",
];

const day = 86_400_000;

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

/** Makes a stream of random numbers that depends only on the seed and the purpose. */
function draws(seed: number, purpose: string) {
  const digest = createHash("sha256").update(`${purpose}:${seed}`).digest();
  const state = xoroshiro128plus(digest.readInt32BE());
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
    /**
     * A share code that no other number below 2^25 of this seed has: three letters of the seed, then five of the
     * scrambled number.
     */
    code: (index: number): string => {
      const scrambled = Math.imul(index, 0x5bd1e95);
      const letters = [digest.readUInt16BE(4), digest.readUInt16BE(4) >> 5, digest.readUInt16BE(4) >> 10];
      for (let bits = 0; bits < 25; bits += 5) letters.push(scrambled >> bits);
      return letters.map((five) => codeLetters[five & 31]).join("");
    },
    timestamp: ({ from, until }: Span): string => {
      // As at a launch, half of all people join in the first fifth of the time, then ever fewer.
      const share = (below(0x7fffffff) / 0x7fffffff) ** 2.32;
      return new Date(from.getTime() + Math.floor(share * (until.getTime() - from.getTime() - 1))).toISOString();
    },
  };
}

/** A time `ms` after another, but not after the end of the seed's time: by default, that may be today. */
const after = (iso: string, ms: number, { until }: Span): string =>
  new Date(Math.min(Date.parse(iso) + ms, until.getTime())).toISOString();

/** How long before the end of the seed's time the first wave of the launch goes out, in ms. */
const launched = 2 * day;

/** How many people share their link. These are the first ones of the seed. */
const sharing = 200;

/**
 * People of a waitlist in the days after the first wave. The number in the address keeps them distinct, and the
 * first n people of a seed are always the same.
 */
export function* subscribers(seed: number, count: number, span: Span): Generator<Subscriber> {
  const friends = new Map<string, number>();
  for (const { referred_by: code, sender_credit } of withoutFriends(seed, count, span))
    if (code !== null && sender_credit === "counted") friends.set(code, (friends.get(code) ?? 0) + 1);
  for (const person of withoutFriends(seed, count, span))
    yield { ...person, friends: friends.get(person.share_code) ?? 0 };
}

type Subscriber = WaitlistRow & { joined_at: string };

function* withoutFriends(seed: number, count: number, span: Span): Generator<Subscriber> {
  const { below, pick, chance, uuid, code, timestamp } = draws(seed, "waitlist");
  const referrers: Pick<WaitlistRow, "created_at" | "share_code">[] = [];
  for (let index = 0; index < count; index++) {
    const created_at = timestamp(span);
    const confirmed_at = chance(70) ? after(created_at, 20_000 + below(3_600_000), span) : null;
    const unsubscribed_at = confirmed_at && chance(3) ? after(created_at, day + below(day), span) : null;
    // Some people refer many friends, most refer none.
    const referrer = chance(25) ? referrers[below(1 + below(1 + referrers.length))] : undefined;
    const referred_by = referrer && referrer.created_at < created_at ? referrer.share_code : null;
    const wave = new Date(span.until.getTime() - launched).toISOString();
    const invited_at =
      confirmed_at && confirmed_at < wave && !unsubscribed_at && chance(40)
        ? after(wave, below(3_600_000), span)
        : null;
    const person = {
      ...v.getDefaults(waitlistFields),
      id: uuid(),
      email: `${slug(pick(firstNames))}.${slug(pick(lastNames))}.${seed}-${index}@${pick(domains)}`,
      name: null,
      notified: invited_at !== null,
      created_at,
      joined_at: created_at,
      confirmed_at,
      unsubscribed_at,
      source: chance(60) ? pick(sources) : null,
      answers: chance(60) ? answersBy(below) : {},
      tags: chance(20) ? [pick(tags)] : [],
      note: chance(3) ? "Wrote to us: wants to help with testing." : null,
      share_code: code(index),
      referred_by,
      sender_credit: referred_by && confirmed_at ? (chance(90) ? "counted" : "same_network") : null,
      friends: 0,
      invite_code: invited_at && `${code(index)}${code(below(0x2000000))}`,
      invited_at,
      redeemed_at: invited_at && chance(60) ? after(invited_at, 60_000 + below(day), span) : null,
    } satisfies Subscriber;
    if (referrers.length < sharing) referrers.push(person);
    yield person;
  }
}

/** Answers some of the questions, beginning with the first, as some people stop answering. */
function answersBy(below: (n: number) => number): Record<string, string | string[]> {
  const answered = questionIds.slice(0, 1 + below(questionIds.length)).flatMap((id) => {
    const question = questionOf(id);
    if (question.kind === "text") return [];
    const choice = question.choices[below(question.choices.length)] ?? question.choices[0];
    return [[id, question.kind === "several" ? [choice] : choice] as const];
  });
  return Object.fromEntries(answered);
}

/** Makes visits with the sources of the people who joined, in the quarter of an hour in which they did. */
export function* visits(
  seed: number,
  people: Iterable<WaitlistRow>,
): Generator<Database["public"]["Tables"]["visits"]["Insert"]> {
  const { below } = draws(seed, "visits");
  const quarter = 900_000;
  for (const { created_at, source } of people)
    yield {
      quarter: new Date(Math.floor(Date.parse(created_at) / quarter) * quarter).toISOString(),
      source: source ?? "",
      visits: 3 + below(12),
    };
}

/** The proofs of consent of those people: that they asked to be on the list, confirmed and unsubscribed. */
export function* consents(
  people: Iterable<WaitlistRow>,
): Generator<Database["public"]["Tables"]["consent_events"]["Insert"]> {
  for (const { id: person, ...times } of people) {
    // The last digit of the row's id is changed, so that a person always has the same proofs.
    const events = [
      ["asked", "a", times.created_at],
      ["confirmed", "b", times.confirmed_at],
      ["unsubscribed", "c", times.unsubscribed_at],
    ] as const;
    for (const [event, digit, happened_at] of events)
      if (happened_at !== null) yield { id: person.slice(0, -1) + digit, person, event, happened_at };
  }
}

/** Makes applications for the beta, most of which are not reviewed yet. */
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
