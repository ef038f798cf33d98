import type { Command } from "commander";

/** Name of the program. */
export const programName = "prelaunch";

/** How the program is called, in help and hints. Not by `npm run`, whose banner on stdout would get into pipes. */
export const commandName = `npx ${programName}`;

/** The examples at the end of a command's help. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${commandName} ${line}`).join("\n")}`;

/** Makes each usage error name the help of its own command; `called` is how that command is called. */
export function hintAtHelp(command: Command, called = commandName): void {
  command.showHelpAfterError(`Run ${called} --help for usage.`);
  for (const part of command.commands) hintAtHelp(part, `${called} ${part.name()}`);
}
