/** Name of the program, for completions and its version. */
export const programName = "prelaunch";

/** How the program is called, in help and hints. Not by `npm run`, whose banner on stdout spoils what is piped. */
export const commandName = `npx ${programName}`;

/** The examples at the end of a command's help. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${commandName} ${line}`).join("\n")}`;
