import { limits } from "./limits.ts";

/**
 * A text in the form of a source, however long: a campaign has the same name in a link as in an imported file. Accents are
 * removed, and what else a source cannot hold becomes a dash. Empty where nothing is left, and for anything with an @, which may
 * be an address.
 */
export const slugOf = (text: string): string =>
  text.includes("@")
    ? ""
    : text
        .normalize("NFKD")
        .replaceAll(/\p{M}/gu, "")
        .toLowerCase()
        .replaceAll(/[^a-z0-9._-]+/gu, "-")
        .replace(/^[^a-z0-9]+/u, "");

/** The source of a slug, cut to the length that is stored; undefined for an empty one. */
export const sourceOfSlug = (slug: string): string | undefined =>
  slug.slice(0, limits.source).replace(/-+$/u, "") || undefined;
