import { memoize } from "../memoize.ts";
import { limits } from "../../../../server/contract/limits.ts";

/** A source in the form that the waitlist takes, and whether it had to be changed or cut for that. */
export interface ReadSource {
  source: string | null;
  changed: boolean;
  cut: boolean;
}

/** Turns any text into a source: the waitlist takes a-z, 0-9, dot, dash and underscore, at most 64. */
export const readSource = memoize((text): ReadSource => {
  const slug = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9._-]+/gu, "-")
    .replace(/^[^a-z0-9]+/u, "");
  const source = slug.slice(0, limits.source).replace(/-+$/u, "");
  return { source: source || null, changed: source !== text, cut: slug.length > limits.source };
});
