/** A row as PostgREST writes it: JSON values by column. */
export type Row = Record<string, unknown>;

/** A moment as PostgREST writes a `timestamptz`. */
export function timestamp(moment: Date): string {
  return `${moment.toISOString().slice(0, -1)}000+00:00`;
}

/** Narrows parsed JSON to an object whose members are still unknown. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
