import { uniformInt } from "pure-rand/distribution/uniformInt";
import { xoroshiro128plus } from "pure-rand/generator/xoroshiro128plus";

/** A stream of random numbers that depends only on its seed. */
export interface Draws {
  /** A whole number from 0 to `n` - 1. */
  below(n: number): number;
  chance(percent: number): boolean;
  pick<T>(list: readonly [T, ...T[]]): T;
  /** One of the last `newest` items, undefined if there are none. */
  recent<T>(list: readonly T[], newest: number): T | undefined;
  /** One to `most` different items. */
  some<T>(list: readonly [T, ...T[]], most: number): T[];
}

/** Creates the stream of a seed, a whole number of 32 bits. */
export function createDraws(seed: number): Draws {
  const state = xoroshiro128plus(seed);
  const below = (n: number): number => uniformInt(state, 0, n - 1);
  const pick = <T>(list: readonly [T, ...T[]]): T => list[below(list.length)] ?? list[0];
  return {
    below,
    pick,
    chance: (percent) => below(100) < percent,
    recent: (list, newest) => list.at(-1 - below(Math.max(1, Math.min(newest, list.length)))),
    some: (list, most) => [...new Set(Array.from({ length: 1 + below(most) }, () => pick(list)))],
  };
}
