import { hash } from "node:crypto";

/** Room at the beginning; doubled when it is two thirds full. A power of two. */
const firstRoom = 1024;

const wordAt = (bytes: string, at: number): number =>
  (bytes.charCodeAt(at) |
    (bytes.charCodeAt(at + 1) << 8) |
    (bytes.charCodeAt(at + 2) << 16) |
    (bytes.charCodeAt(at + 3) << 24)) >>>
  0;

/**
 * Remembers keys by 64 bits of their SHA-256 with a small number each: 9 to 27 bytes a key, where the keys themselves
 * would take a hundred. Two keys of a million are taken for one once in thirty million imports.
 */
export class Seen {
  #size = 0;
  #high = new Uint32Array(firstRoom);
  #low = new Uint32Array(firstRoom);
  /** One more than the number; 0 is a free place. */
  #marks = new Uint8Array(firstRoom);

  /** The key asked about last, which is the one that is set next. */
  #lastKey: string | undefined;
  #lastDigest: [number, number] = [0, 0];

  /** The number of a key, or undefined. */
  get(key: string): number | undefined {
    const [high, low] = this.#digest(key);
    const mark = this.#marks[this.#place(high, low)] ?? 0;
    return mark === 0 ? undefined : mark - 1;
  }

  set(key: string, value: number): void {
    if ((this.#size + 1) * 3 > this.#marks.length * 2) this.#grow();
    const [high, low] = this.#digest(key);
    const place = this.#place(high, low);
    if (this.#marks[place] === 0) this.#size += 1;
    this.#put(place, high, low, value + 1);
  }

  #digest(key: string): [number, number] {
    if (key === this.#lastKey) return this.#lastDigest;
    // As text, a byte a character: a Buffer takes three times as long.
    const digest = hash("sha256", key, "binary");
    this.#lastKey = key;
    this.#lastDigest = [wordAt(digest, 0), wordAt(digest, 4)];
    return this.#lastDigest;
  }

  #place(high: number, low: number): number {
    const last = this.#marks.length - 1;
    let place = low & last;
    while (this.#marks[place] !== 0 && (this.#high[place] !== high || this.#low[place] !== low))
      place = (place + 1) & last;
    return place;
  }

  #put(place: number, high: number, low: number, mark: number): void {
    this.#high[place] = high;
    this.#low[place] = low;
    this.#marks[place] = mark;
  }

  #grow(): void {
    const [high, low, marks] = [this.#high, this.#low, this.#marks];
    this.#high = new Uint32Array(marks.length * 2);
    this.#low = new Uint32Array(marks.length * 2);
    this.#marks = new Uint8Array(marks.length * 2);
    for (const [index, mark] of marks.entries()) {
      const [h = 0, l = 0] = [high[index], low[index]];
      if (mark !== 0) this.#put(this.#place(h, l), h, l, mark);
    }
  }
}
