import type { Command } from "commander";

/** Recognises the options and arguments that take a path, by their notation. */
const path = /^(?:file|target)$|<(?:file|folder)>/u;

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/**
 * Refuses empty names of files and folders, as given by an unset shell variable: each would mean the current folder.
 * @throws CommanderError
 */
export function refuseBlank(action: Command): void {
  for (let command: Command | null = action; command; command = command.parent)
    for (const option of command.options)
      if (path.test(option.flags) && isBlank(command.getOptionValue(option.attributeName())))
        action.error(`error: ${option.flags} is empty. It takes: ${option.description}`);
  for (const [index, argument] of action.registeredArguments.entries())
    if (path.test(argument.name()) && isBlank(action.args[index]))
      action.error(`error: ${argument.name()} is empty. It takes: ${argument.description}`);
}
