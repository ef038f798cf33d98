import type { Plugin } from "vite";

/** React, and what of ui/ goes with it. */
const react = [
  /\/node_modules\/(?:react|react-dom|scheduler)\//u,
  /\/components\/(?:ui\/(?!modal|secondPress)|hydration\/react\.ts$)/u,
];

/** What forms do before React, and whatever else of them is shared with sign-in and mail links. */
const early = [
  /\/components\/forms\/(?:backend\/|beta\/|waitlist\/|(?:forms|formOf|earlyForm)\.ts$|early\/)/u,
  /\/components\/forms\/captcha\/altcha\/(?:challenge|followBox|solve|verification|workerUrl)\.ts$/u,
  /\/components\/forms\/submission\/(?:controls|explain|problemOf|sendForm|sendRemembered|takeFocus|takeOver|textOf|tidyAddresses)\.ts$/u,
  /\/components\/(?:copy\/en\/(?:beta|forms|waitlist)|joinedHere|ui\/secondPress)\.ts$/u,
  /\/server\/contract\/(?:characters|emailAddress|json|limits|missing|outcomes|retryAfter)\.ts$/u,
];

/** What a link of a mail opens, and sign-in shares. */
const mailLinks = [/\/components\/(?:copy\/en\/mailLinks\.ts$|ui\/modal\.ts$|mailLinks\/(?!fetch|start))/u];

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
 * Puts what the page fetches later into few files that can be asked for side by side: a file imported by another file
 * comes a round trip later (docs/decisions/0050). React's file, that of forms before React, and that of a stored session
 * import no other. The export's tests fail when a shared module is missing from the groups.
 */
export function clientChunks(): Plugin {
  const groups = [
    // First, or another group would take modules that both name.
    { name: "auth", test: oneOf(auth) },
    { name: "react", test: oneOf(react) },
    { name: "early", test: oneOf(early) },
    { name: "mail-links", test: oneOf(mailLinks) },
    { name: "card", test: oneOf(card) },
    { name: "dialogs", test: oneOf(dialogs) },
  ];
  return {
    name: "client-chunks",
    apply: "build",
    enforce: "pre",
    config: () => ({
      environments: {
        client: {
          build: {
            rolldownOptions: {
              output: {
                codeSplitting: { groups },
                // The page names each file, and each character of a hash adds six bits to the first load: six tell
                // builds apart.
                chunkFileNames: "assets/chunks/[hash:6].js",
              },
            },
          },
        },
      },
    }),
  };
}
