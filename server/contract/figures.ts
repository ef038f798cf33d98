import * as v from "valibot";

/** What people are counted by: how the list stands now. Each is counted in one place, `stats_report` of supabase/migrations. */
export const standing = v.object({
  /** Everybody who joined or was imported, and was not erased. */
  total: v.number(),
  notified: v.number(),
  /** Who ever confirmed their address, be they on the list or not. */
  confirmed: v.number(),
  /** Who may be mailed what goes to the list: they confirmed, and are not off it. */
  mailable: v.number(),
  /** Off the list: who unsubscribed, here or elsewhere; whose mail bounced; who complained. */
  unsubscribed: v.number(),
  bounced: v.number(),
  complained: v.number(),
  /** With a code for the product; and who came there with it. */
  invited: v.number(),
  redeemed: v.number(),
});

/** How the list stands. */
export type Standing = v.InferOutput<typeof standing>;

/** Spans of time that end now: since midnight, 24 hours, 7 days, the 7 before them, 30 days. */
export const spans = ["today", "day", "week", "before", "month"] as const;
/** One of the {@link spans}. */
export type Span = (typeof spans)[number];

/**
 * What moves in a span: counted in one place, `movement_report` of supabase/migrations. Nothing that an import brought is in it; `bounced`,
 * `complained` and `failed` are mails.
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

/** What moved in a span. */
export type Movement = v.InferOutput<typeof moved>;

/** What moved in each span, of all (`total`), and of the most frequent sources, null for none. */
export const movementLines = v.array(
  v.object({ ...moved.entries, span: v.picklist(spans), total: v.boolean(), source: v.nullable(v.string()) }),
);

/** Lines of what moved. */
export type MovementLines = v.InferOutput<typeof movementLines>;

/** What came of each of the newest waves of 30 days, the newest first: counted in one place, `wave_report` of supabase/migrations. */
export const waveLines = v.array(
  v.object({
    /** When it began. */
    at: v.string(),
    kind: v.string(),
    /** Of an update. */
    name: v.nullable(v.string()),
    queued: v.number(),
    sent: v.number(),
    bounced: v.number(),
    complained: v.number(),
    /** Whose last mail to the list it was. */
    unsubscribed: v.number(),
    /** Who came to the product; null but of the launch. */
    redeemed: v.nullable(v.number()),
  }),
);

/** What came of waves. */
export type WaveLines = v.InferOutput<typeof waveLines>;

const waveKinds: Readonly<Record<string, string>> = {
  "launch-announcement": "launch",
  "waitlist-confirmation": "request to confirm",
};

/** What a wave is called: `launch`, or the name of an update. */
export const waveName = ({ kind, name }: Pick<WaveLines[number], "kind" | "name">): string =>
  waveKinds[kind] ?? name ?? kind;

/** What moved in a span, of all; of one in which nothing did there is no line. */
export const movementIn = (lines: MovementLines, span: Span): Movement =>
  v.parse(moved, lines.find((line) => line.total && line.span === span) ?? {});
