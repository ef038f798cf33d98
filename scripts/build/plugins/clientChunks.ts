import type { Plugin } from "vite";

/** React, and the parts of ui/ that are needed with it. */
const react = [
  /\/node_modules\/(?:react|react-dom|scheduler)\//u,
  /\/components\/(?:ui\/(?!modal|secondPress)|hydration\/react\.ts$)/u,
];

/** The code of forms that runs before React, and whatever else of forms is shared with sign-in and mail links. */
const early = [
  /\/components\/forms\/(?:backend\/|beta\/|waitlist\/|(?:forms|formOf|earlyForm)\.ts$|early\/)/u,
  /\/components\/forms\/captcha\/altcha\/(?:challenge|followBox|solve|verification|workerUrl)\.ts$/u,
  /\/components\/forms\/submission\/(?:controls|explain|problemOf|sendForm|sendRemembered|takeFocus|takeOver|textOf|tidyAddresses)\.ts$/u,
  /\/components\/(?:copy\/en\/(?:beta|forms|waitlist)|joinedHere|ui\/secondPress)\.ts$/u,
  /\/server\/contract\/(?:characters|emailAddress|json|limits|missing|outcomes|retryAfter)\.ts$/u,
];

/** The code for links in mails, which sign-in shares. */
const mailLinks = [/\/components\/(?:copy\/en\/mailLinks\.ts$|ui\/modal\.ts$|mailLinks\/(?!fetch|start))/u];

/** The code that a stored session needs before React has loaded; the rest is in the page, or in a file of its own. */
const auth = [
  /\/components\/auth\/(?!card\/|dialog\/|account|addressSession|askedHere|followedHere|headScript|linkProblem|mailedLink|session|startAuth|supabase)/u,
  /\/components\/hydration\/tree\.ts$/u,
  /\/server\/contract\/statuses\.ts$/u,
];

/** The welcome card's React components. */
const card = [/\/components\/auth\/card\//u];

/** The sign-in dialogs, and what they share with links in mails. */
const dialogs = [
  /\/components\/auth\/(?:dialog\/|account|addressSession|askedHere|followedHere|linkProblem|mailedLink)/u,
];

const oneOf = (patterns: readonly RegExp[]) => (id: string) =>
  patterns.some((pattern) => pattern.test(id.replaceAll("\\", "/")));

/**
 * Puts what the page fetches later into a few files that can be fetched in parallel: a file imported by another file arrives
 * a round trip later (docs/decisions/0050). React's file, that of forms before React, and that of a stored session import no
 * other file. The export's tests fail when a shared module is missing from the groups.
 */
export function clientChunks(): Plugin {
  const groups = [
    // First, or another group would take the modules that both match.
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
                // The page names each file, and each character of a hash adds six bits to the first load: six characters are
                // enough to tell builds apart.
                chunkFileNames: "assets/chunks/[hash:6].js",
              },
            },
          },
        },
      },
    }),
  };
}
