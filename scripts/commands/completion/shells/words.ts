import type { Argument, Command, Option } from "commander";

/** What can stand in a place of the command line: some words, a file, or what no shell can complete. */
export type Values = readonly string[] | "file" | "anything";

/** An option with all its names; `values` where it takes one. */
export interface Flag {
  names: string[];
  about: string;
  values?: Values;
}

/** A command with its arguments and options, without those of the whole program. */
export interface Verb {
  name: string;
  about: string;
  places: Values[];
  flags: Flag[];
}

/** Everything that can be completed. */
export interface Grammar {
  verbs: Verb[];
  /** Options that every command has. */
  flags: Flag[];
}

const help: Flag = { names: ["-h", "--help"], about: "display help for command" };

/** Placeholders that stand for files or folders. */
const onDisk = /^(?:file|folder|target)$/u;

const valuesOf = (choices: readonly string[] | undefined, placeholder: string): Values =>
  choices ?? (onDisk.test(placeholder) ? "file" : "anything");

const placeOf = (argument: Argument): Values => valuesOf(argument.argChoices, argument.name());

function flagOf({ short, long, description, required, optional, argChoices, flags }: Option): Flag {
  const placeholder = /[<[]([^>\]]+)/u.exec(flags)?.[1] ?? "";
  return {
    names: [short, long].filter((name) => name !== undefined),
    about: description,
    ...(required || optional ? { values: valuesOf(argChoices, placeholder) } : {}),
  };
}

/** The first place of a command with subcommands is for their names; arguments and options of any of them are offered for all. */
function verbOf(command: Command): Verb {
  const parts = command.commands;
  const places = [command, ...parts].map(({ registeredArguments }) => registeredArguments.map(placeOf));
  const flags = [command, ...parts].flatMap(({ options }) => options.map(flagOf));
  return {
    name: command.name(),
    about: command.summary(),
    places:
      parts.length > 0
        ? [parts.map((part) => part.name()), ...(places.find(([first = "anything"]) => first !== "anything") ?? [])]
        : places.flat(),
    flags: flags.filter(({ names }, index) => flags.findIndex((flag) => flag.names.join() === names.join()) === index),
  };
}

/** Derives what can be completed from the program's commands. */
export function grammarOf(program: Command): Grammar {
  const hidden = (command: Command): boolean => !program.createHelp().visibleCommands(program).includes(command);
  const verbs = program.commands.filter((command) => !hidden(command)).map(verbOf);
  const names = verbs.map(({ name }) => name);
  return {
    verbs: [...verbs, { name: "help", about: "display help for command", places: [names], flags: [] }],
    flags: [...program.options.map(flagOf), help],
  };
}
