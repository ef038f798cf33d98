/** How the program is called, in help and hints. */
export const programName = "prelaunch";

/** The examples at the end of a command's help. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${programName} ${line}`).join("\n")}`;
