/** Who takes part. They are few, so that much happens to each at the same time. */
export const people = [
  "ada@one.example",
  "grace@one.example",
  "alan@one.example",
  "edsger@one.example",
  "barbara@two.example",
  "donald@two.example",
  "frances@two.example",
  "john@two.example",
  "margaret@three.example",
  "niklaus@three.example",
] as const;

/** From the moment something was asked for until it was answered, in ms since 1970. */
export interface Span {
  began: number;
  ended: number;
}

/** What is remembered of somebody: every span in which it was, or may have been, done to them. */
export type Deed =
  /** They may have come to the list: they joined, or were imported. */
  | "came"
  /** They were told that they are on the list. */
  | "acknowledged"
  /** Something of theirs may have been stored without their coming to the list: an application, or that they have left. */
  | "stored"
  /** They were taken off the list: by a link, an operator, a complaint, an import. */
  | "left"
  /** They may have been taken off the list: a mail to them bounced, or people who were not needed any more were erased. */
  | "may have left"
  | "erased";

/** What was done to whom, and when. */
export interface History {
  /** Does it, and remembers it from its beginning on: whoever looks meanwhile finds that it may have been done. */
  during<T>(deed: Deed, of: readonly string[], work: () => Promise<T>): Promise<T>;
  note(deed: Deed, of: readonly string[], span: Span): void;
  /** Oldest first, by when each was noted. */
  of(person: string, ...deeds: readonly Deed[]): Span[];
}

/** The time that the database's rows go by, in ms. */
export const now = (): number => Date.now();

/** Does something, and says how long that took. */
export async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; span: Span }> {
  const began = now();
  const answer = await work();
  return { answer, span: { began, ended: now() } };
}

/** A history in which nothing has happened. */
export function createHistory(): History {
  const spans = new Map<string, { deed: Deed; span: Span }[]>();
  const note: History["note"] = (deed, of, span) => {
    for (const person of of) spans.set(person, [...(spans.get(person) ?? []), { deed, span }]);
  };
  return {
    note,
    async during(deed, of, work) {
      const span = { began: now(), ended: Number.POSITIVE_INFINITY };
      note(deed, of, span);
      try {
        return await work();
      } finally {
        span.ended = now();
      }
    },
    of: (person, ...deeds) =>
      (spans.get(person) ?? []).filter(({ deed }) => deeds.includes(deed)).map(({ span }) => span),
  };
}
