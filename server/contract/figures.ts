import * as v from "valibot";

/** What people are counted by: how the list stands now. Each is counted in one place, `stats_report` of supabase/migrations. */
export const standing = v.object({
  /** Everybody who joined or was imported, and was not erased. */
  total: v.number(),
  notified: v.number(),
  /** People who ever confirmed their address, whether or not they are on the list. */
  confirmed: v.number(),
  /** People who may be mailed what goes to the list: they confirmed, and are not off it. */
  mailable: v.number(),
  /** People who are off the list: they unsubscribed, here or elsewhere, their mail bounced, or they complained. */
  unsubscribed: v.number(),
  bounced: v.number(),
  complained: v.number(),
  /** People with an invite code for the product, and those who redeemed it. */
  invited: v.number(),
  redeemed: v.number(),
});

/** How the list stands. */
export type Standing = v.InferOutput<typeof standing>;

/** Spans of time that end now: since midnight, 24 hours, 7 days, the 7 before them, 30 days. */
export const spans = ["today", "day", "week", "before", "month"] as const;
export type Span = (typeof spans)[number];

/**
 * What moves in a span. It is counted in one place, `movement_report` of supabase/migrations. Imports are not
 * counted; `bounced`, `complained` and `failed` are numbers of mails.
 */
export const movementKeys = [
  "visits",
  "joined",
  "referred",
  "confirmed",
  "unsubscribed",
  "applied",
  "invited",
  "redeemed",
  "bounced",
  "complained",
  "failed",
] as const;

const moved = v.object(v.entriesFromList(movementKeys, v.optional(v.number(), 0)));

export type Movement = v.InferOutput<typeof moved>;

/** What moved in each span, for all sources (`total`) and for the most frequent ones; null stands for no source. */
export const movementLines = v.array(
  v.object({ ...moved.entries, span: v.picklist(spans), total: v.boolean(), source: v.nullable(v.string()) }),
);

export type MovementLines = v.InferOutput<typeof movementLines>;

/**
 * The outcome of ten waves of 30 days, the newest first; those with queued mails come before others. It is counted in one place,
 * `wave_report` of supabase/migrations.
 */
export const waveLines = v.array(
  v.object({
    /** The number by which the operator names it. */
    number: v.number(),
    /** When it was queued. */
    at: v.string(),
    /** From when on it is sent; null once that time has come, and for a wave without one. */
    starts: v.nullable(v.string()),
    kind: v.string(),
    /** The name of an update. */
    name: v.nullable(v.string()),
    queued: v.number(),
    sent: v.number(),
    bounced: v.number(),
    complained: v.number(),
    /** People whose last mail to the list was one of this wave. */
    unsubscribed: v.number(),
    /** How many people came to the product; null except for the launch. */
    redeemed: v.nullable(v.number()),
  }),
);

export type WaveLines = v.InferOutput<typeof waveLines>;

const waveKinds: Readonly<Record<string, string>> = {
  "launch-announcement": "launch",
  "waitlist-confirmation": "request to confirm",
};

/** What a wave is called: `launch`, or the name of an update. */
export const waveName = ({ kind, name }: Pick<WaveLines[number], "kind" | "name">): string =>
  waveKinds[kind] ?? name ?? kind;

/** What moved in a span, for all sources. A span in which nothing moved has no line. */
export const movementIn = (lines: MovementLines, span: Span): Movement =>
  v.parse(moved, lines.find((line) => line.total && line.span === span) ?? {});
