import { thisRelease } from "../../../server/lib/release.ts";
import { deprecated } from "../../../server/settings/deprecated.ts";
import { type Command, InvalidArgumentError } from "commander";
import * as v from "valibot";
import { slugField, timeField } from "../../../server/contract/peopleFilter.ts";

const programName = "prelaunch";

/**
 * How the program is called, in help and hints. `npm run` is not used because its banner on stdout would get
 * into pipes.
 */
export const commandName = `npx ${programName}`;

/** A description in paragraphs, which help shows with blank lines between them. */
export const paragraphs = (...texts: string[]): string => texts.join("\n\n");

export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${commandName} ${line}`).join("\n")}`;

/** Gathers the values of an option that may be repeated. */
export const gather = (value: string, all: readonly string[] = []): string[] => [...all, value];

/** Makes each usage error name the help of the command that was called; `called` is how that command is called. */
export function hintAtHelp(command: Command, called = commandName): void {
  command.showHelpAfterError(`Run ${called} --help for usage.`);
  for (const part of command.commands) hintAtHelp(part, `${called} ${part.name()}`);
}

/** Name and version of the program: `prelaunch 1.0.0`. */
export const version = (): string => `${programName} ${thisRelease()}`;

/**
 * Reads an argument by a schema. A message that begins with the field's name is shown without it, because the
 * typed value is named before it.
 * @throws InvalidArgumentError for a value that the schema refuses.
 */
export const argumentBy =
  <S extends v.GenericSchema<string, unknown>>(schema: () => S) =>
  (text: string): v.InferOutput<S> => {
    const read = v.safeParse(schema(), text);
    if (read.success) return read.output;
    throw new InvalidArgumentError(
      read.issues[0].message.replace(/^[A-Z][a-z]+: [a-z]/u, (begin) => begin.slice(-1).toUpperCase()),
    );
  };

/** A time as `timeField` reads it. @throws InvalidArgumentError for anything else. */
export const parseTime = (text: string, now: Date): Date => argumentBy(() => timeField(now))(text);

/** A campaign's slug, such as a source. @throws InvalidArgumentError for anything else. */
export const parseSlug = argumentBy(() => slugField("Source"));

/** A whole number from `least` to `most`. @throws InvalidArgumentError for anything else. */
export const parseCount =
  (least: number, most = Number.MAX_SAFE_INTEGER) =>
  (text: string): number => {
    const number = Number(text);
    if (!/^\d+$/u.test(text) || number < least || number > most)
      throw new InvalidArgumentError(
        `Give a whole number ${most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`}.`,
      );
    return number;
  };

export const parseList = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

/** A line for the command that was called, and for each option that was given, if it goes in a later version. */
export function deprecatedArguments(called: Command): string[] {
  const names: string[] = [];
  const flags: string[] = [];
  for (let command: Command | null = called; command; command = command.parent) {
    if (command.parent) names.unshift(command.name());
    for (const option of command.options)
      if (command.getOptionValueSource(option.attributeName()) === "cli") flags.push(option.long ?? option.flags);
  }
  return [...deprecated("command", [names.join(" ")]), ...deprecated("flag", flags)];
}

/** Recognises, by their notation, the options and arguments that take a path. */
const path = /^(?:file|target)$|<(?:file|folder)>/u;

const isBlank = (value: unknown): boolean => typeof value === "string" && value.trim() === "";

/**
 * Refuses empty names of files and folders, which an unset shell variable gives: each would mean the current
 * folder.
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
