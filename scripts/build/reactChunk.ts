import type { Plugin } from "vite";

/** What forms, card, sign-in or mail links share: React, the components of ui/, and what all of them are written against. */
const shared = [
  /\/node_modules\/(?:react|react-dom|scheduler)\//u,
  /\/components\/(?:ui\/|forms\/backend\/|copy\/en\/(?:forms|mailLinks)\.ts$|hydration\/react\.ts$|joinedHere\.ts$)/u,
  /\/components\/mailLinks\/linkDialog\.ts$/u,
  /\/server\/contract\/(?:characters|emailAddress|limits|missing|outcomes|retryAfter)\.ts$/u,
];

/** What a stored session needs before React is there; the rest stands in the page, or is a file of its own. */
const auth = [
  /\/components\/auth\/(?!card\/|dialog\/|account|askedHere|headScript|linkProblem|mailedLink|session|startAuth|supabase)/u,
  /\/components\/hydration\/tree\.ts$/u,
  /\/server\/contract\/statuses\.ts$/u,
];

/** The welcome card for React. */
const card = [/\/components\/auth\/card\//u];

/** The dialogs to sign in, and what they share with links in mails. */
const dialogs = [/\/components\/auth\/(?:dialog\/|account|askedHere|linkProblem|mailedLink)/u];

const oneOf = (patterns: readonly RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id.replaceAll("\\", "/")));

/**
 * Puts React and all that is shared into one file, which imports no other: fetched at once with the forms', it spares two
 * round trips before a form comes alive (docs/decisions/0050). What a stored session needs is one file, the card that
 * takes its place another, and what signing in needs besides a third. The export's tests fail where something shared is left out.
 */
export function reactChunk(): Plugin {
  const groups = [
    // Before React's, which would take in what of it the forms name as well.
    { name: "auth", test: oneOf(auth) },
    { name: "react", test: oneOf(shared) },
    { name: "card", test: oneOf(card) },
    { name: "dialogs", test: oneOf(dialogs) },
  ];
  return {
    name: "react-chunk",
    apply: "build",
    enforce: "pre",
    config: () => ({
      environments: {
        client: {
          build: {
            rolldownOptions: {
              output: {
                codeSplitting: { groups },
                // The page names each file, and each letter of a hash costs its reader six bits: 36 of them tell builds apart.
                chunkFileNames: "assets/chunks/chunk-[hash:6].js",
              },
            },
          },
        },
      },
    }),
  };
}
