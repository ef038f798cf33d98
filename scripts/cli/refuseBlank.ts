import type { Command } from "commander";

/** What the value of an option or an argument that is a path is called. */
const path = /^(?:file|target)$|<(?:file|folder)>/u;

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/**
 * Refuses files and folders of no name, as a variable of a shell gives that is not set: each would be the folder that the
 * operator stands in.
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
