/** The people who take part: few, so that much happens to each of them at the same time. */
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

/** The span from a request to its answer, in ms since 1970. */
export interface Span {
  began: number;
  ended: number;
}

/** The history of a person: for each kind of change, every span in which it was, or may have been, made. */
export type Deed =
  /** They may have been added to the list: they joined, or were imported. */
  | "came"
  /** They were told that they are on the list. */
  | "acknowledged"
  /** Something about them may have been stored without adding them to the list: an application, or that they unsubscribed. */
  | "stored"
  /** They were removed from the list: by a link, an operator, a complaint or an import. */
  | "left"
  /** They may have been removed from the list: a mail to them bounced, or expired data was erased. */
  | "may have left"
  | "erased";

/** The record of what was done to whom, and when. */
export interface History {
  /** Makes a change and records it from its beginning, so that it counts as possibly made while it is under way. */
  during<T>(deed: Deed, of: readonly string[], work: () => Promise<T>): Promise<T>;
  note(deed: Deed, of: readonly string[], span: Span): void;
  /** Oldest first, by the time of recording. */
  of(person: string, ...deeds: readonly Deed[]): Span[];
}

/** The time by the clock of the database, which runs on this machine, in ms. */
export const now = (): number => Date.now();

/** Does something, and returns its span. */
export async function timed<T>(work: () => Promise<T>): Promise<{ answer: T; span: Span }> {
  const began = now();
  const answer = await work();
  return { answer, span: { began, ended: now() } };
}

/** An empty history. */
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
