import { hash } from "node:crypto";

/** Largest number that can be kept with a key: number + 1 is stored in three bits, in which 0 means a free slot. */
const most = 6;

const wordAt = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24)) >>>
  0;

/** What is kept of a key: the slot where its search begins, and 45 bits to compare it by, 32 in `high` and 13 in `low`. */
interface Digest {
  start: number;
  high: number;
  low: number;
}

/**
 * Remembers keys by their SHA-256, each with a number from 0 to 6: 6.4 bytes a key, where the keys themselves would take a
 * hundred. Among a million keys, two are taken for the same one once in four million imports.
 */
export class Seen {
  readonly #high: Uint32Array;
  /** 13 bits of the key, and in the lowest three bits the number plus one. */
  readonly #low: Uint16Array;
  readonly #keys: number;
  #size = 0;

  /** The last key that was looked up, which is usually the next one to be set. */
  #lastKey: string | undefined;
  #lastDigest: Digest = { start: 0, high: 0, low: 0 };

  /** Has room for `keys` keys. */
  constructor(keys: number) {
    // A sixteenth of the slots stays free: a search looks at nine slots on average, and at a hundred for the last keys.
    const room = Math.ceil((keys * 16) / 15) + 1;
    this.#keys = keys;
    this.#high = new Uint32Array(room);
    this.#low = new Uint16Array(room);
  }

  /** The number of a key, or undefined. */
  get(key: string): number | undefined {
    const mark = (this.#low[this.#place(this.#digest(key))] ?? 0) & 7;
    return mark === 0 ? undefined : mark - 1;
  }

  /** Remembers a key. @throws RangeError for more keys than there is room for, and for a number above 6. */
  set(key: string, value: number): void {
    const digest = this.#digest(key);
    const place = this.#place(digest);
    const isNew = this.#low[place] === 0;
    if (value > most || (isNew && this.#size === this.#keys)) throw new RangeError("There is no room for this key.");
    if (isNew) this.#size += 1;
    this.#high[place] = digest.high;
    this.#low[place] = digest.low | (value + 1);
  }

  #digest(key: string): Digest {
    if (key === this.#lastKey) return this.#lastDigest;
    // As a string of one character per byte: a Buffer takes three times as long.
    const bytes = hash("sha256", key, "binary");
    this.#lastKey = key;
    this.#lastDigest = {
      start: Math.floor((wordAt(bytes, 8) / 2 ** 32) * this.#low.length),
      high: wordAt(bytes, 0),
      low: wordAt(bytes, 4) & 0xfff8,
    };
    return this.#lastDigest;
  }

  /** The slot of a key, or the free slot where it would go. */
  #place({ start, high, low }: Digest): number {
    let place = start;
    for (;;) {
      const there = this.#low[place] ?? 0;
      if (there === 0 || ((there & 0xfff8) === low && this.#high[place] === high)) return place;
      place = place + 1 === this.#low.length ? 0 : place + 1;
    }
  }
}
