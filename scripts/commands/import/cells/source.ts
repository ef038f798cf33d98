import { limits } from "../../../../server/contract/limits.ts";
import { slugOf, sourceOfSlug } from "../../../../server/contract/source.ts";
import { memoize } from "../memoize.ts";

/** A source in the form that the waitlist takes, and whether it had to be changed or cut for that. */
export interface ReadSource {
  source: string | null;
  changed: boolean;
  cut: boolean;
}

/** Turns any text into a source, by the page's rule for the campaign of a link. */
export const readSource = memoize((text): ReadSource => {
  const slug = slugOf(text);
  const source = sourceOfSlug(slug) ?? null;
  return { source, changed: source !== text, cut: slug.length > limits.source };
});
