import { memoize } from "../memoize.ts";

/** A header or a status word in its form for comparisons: lower case, no accents, letters and digits only. */
export const normalName = memoize((text) =>
  text
    .replaceAll("ß", "ss")
    .replaceAll(/[äöü]/giu, (umlaut) => `${umlaut}e`)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, ""),
);
