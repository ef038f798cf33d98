import type { Entry } from "../../../records/entry.ts";
import { CliError } from "../../../cli/errors.ts";
import { Seen } from "../../../records/seen.ts";

/** Prepares a batch while the one before it is under way; returns a function that sends it. */
type Prepare = (batch: Entry[]) => () => Promise<void>;

/** What lines say against a person: 1 that they unsubscribed, 2 that their mail bounced, 3 both, 4 that they complained, which is worst. */
const said = ({ standing, withdrawn }: Entry): number =>
  standing === "complained" ? 4 : (standing === "bounced" ? 2 : 0) + (withdrawn ? 1 : 0);
const both = (a: number, b: number): number => (Math.max(a, b) === 4 ? 4 : a | b);

/**
 * Gathers entries into batches in which no key occurs twice; one batch is under way while the next is gathered. A key that
 * occurred before is sent again only when it says more against the person, so that an unsubscription wins wherever it is in the file.
 */
export class Batches {
  readonly #most: number;
  readonly #size: number;
  readonly #seen: Seen;
  /** Created for the first entry that has an id. */
  #ids: Seen | undefined;
  #taken = 0;
  readonly #prepare: Prepare;
  #batch = new Map<string, Entry>();
  #underWay: Promise<void> = Promise.resolve();

  /** For at most `most` entries, the number of lines that the file had when it was first read, in batches of `size`. */
  constructor({ most, size }: { most: number; size: number }, prepare: Prepare) {
    this.#most = most;
    this.#size = size;
    this.#seen = new Seen(most);
    this.#prepare = prepare;
  }

  /** Whether it is time to send what has been gathered. */
  get full(): boolean {
    return this.#batch.size >= this.#size;
  }

  /**
   * Takes an entry; a string says why it cannot be taken.
   * @throws CliError `failed` when the file has more lines than when it was first read.
   */
  add(entry: Entry): string | undefined {
    const { key, id } = entry;
    if (this.#taken === this.#most)
      throw new CliError("failed", "The file has more lines than when it was first read.", {
        hint: "Run the same import again once nothing writes to the file; nothing is duplicated.",
      });
    this.#taken += 1;
    const before = this.#seen.get(key);
    if (before === undefined && id !== undefined && this.#ids?.get(id) !== undefined)
      return "An earlier line of the file has this id.";
    const known = both(before ?? 0, said(entry));
    if (known === before) return undefined;
    this.#seen.set(key, known);
    if (id !== undefined) (this.#ids ??= new Seen(this.#most)).set(id, 0);
    // Without it, a line that says less would lift the suppression where an import overrides the list.
    const { row } = entry;
    this.#put(known === 3 ? { ...entry, row: { ...row, suppress: "bounced" } } : entry, before !== undefined);
    return undefined;
  }

  #put(entry: Entry, again: boolean): void {
    const waiting = this.#batch.get(entry.key);
    if (!waiting) {
      this.#batch.set(entry.key, again ? { ...entry, row: { ...entry.row, again } } : entry);
      return;
    }
    // As if it had been sent: the database keeps the first time, too.
    const { unsubscribed_at } = { ...entry.row, ...waiting.row };
    Object.assign(waiting.row, { unsubscribed_at, suppress: entry.row.suppress });
  }

  /** Prepares the next batch, waits for the one under way (throwing its failure), and sends the next. */
  async send(): Promise<void> {
    if (this.#batch.size === 0) return this.#underWay;
    const send = this.#prepare([...this.#batch.values()]);
    this.#batch = new Map();
    await this.#underWay;
    this.#underWay = send();
    // A failure is thrown where it is awaited; until then it must not count as an unhandled rejection.
    this.#underWay.catch(() => undefined);
  }

  /** Sends the last batch, and waits until all are done. */
  async end(): Promise<void> {
    await this.send();
    await this.#underWay;
  }

  /** Waits for the batch under way, whether it succeeds or not. */
  async settled(): Promise<void> {
    await this.#underWay.catch(() => undefined);
  }
}
