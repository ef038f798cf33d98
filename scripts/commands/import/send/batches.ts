import { stronger, strength } from "../../../records/standing.ts";
import type { Entry } from "../../../records/entry.ts";
import { Seen } from "./seen.ts";

/** Rows of one request. */
const batchSize = 2000;

/**
 * Gathers entries into batches in which no key comes twice, one of them under way while the next is gathered. A key that came before is sent again only when it says
 * something worse about the person, so that an unsubscription wins wherever it stands in the file.
 */
export class Batches {
  readonly #seen = new Seen();
  readonly #ids = new Seen();
  readonly #flush: (batch: Entry[]) => Promise<void>;
  #batch = new Map<string, Entry>();
  #underWay: Promise<void> = Promise.resolve();

  constructor(flush: (batch: Entry[]) => Promise<void>) {
    this.#flush = flush;
  }

  /** Whether it is time to send what has been gathered. */
  get full(): boolean {
    return this.#batch.size >= batchSize;
  }

  /** Takes an entry; a string says why it cannot be taken. */
  add(entry: Entry): string | undefined {
    const { key, id, standing } = entry;
    const before = this.#seen.get(key);
    if (before === undefined && id !== undefined && this.#ids.get(id) !== undefined)
      return "An earlier line of the file has this id.";
    if (before !== undefined && before >= strength(standing)) return undefined;
    this.#seen.set(key, strength(standing));
    if (id !== undefined) this.#ids.set(id, 0);
    this.#put(entry, before !== undefined);
    return undefined;
  }

  #put(entry: Entry, again: boolean): void {
    const waiting = this.#batch.get(entry.key);
    if (!waiting) {
      this.#batch.set(entry.key, again ? { ...entry, row: { ...entry.row, again } } : entry);
      return;
    }
    const { unsubscribed_at, suppress } = { ...waiting.row, ...entry.row };
    waiting.standing = stronger(waiting.standing, entry.standing);
    Object.assign(waiting.row, { unsubscribed_at, suppress });
  }

  /** Waits for the batch under way, whose failure it throws, and sends the next. */
  async send(): Promise<void> {
    await this.#underWay;
    if (this.#batch.size === 0) return;
    this.#underWay = this.#flush([...this.#batch.values()]);
    // Handled when awaited; until then it must not count as unhandled.
    this.#underWay.catch(() => undefined);
    this.#batch = new Map();
  }

  /** Sends what is left, and waits until all is done. */
  async end(): Promise<void> {
    await this.send();
    await this.#underWay;
  }

  /** Waits for the batch under way, whatever becomes of it. */
  async settled(): Promise<void> {
    await this.#underWay.catch(() => undefined);
  }
}
