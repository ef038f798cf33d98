import { readFileSync } from "node:fs";
import { type Command, InvalidArgumentError } from "commander";
import { sourceForm } from "../../server/contract/limits.ts";

/** Name of the program. */
const programName = "prelaunch";

/** How the program is called, in help and hints. Not by `npm run`, whose banner on stdout would get into pipes. */
export const commandName = `npx ${programName}`;

/** The examples at the end of a command's help. */
export const examples = (...lines: string[]): string =>
  `\nExamples:\n${lines.map((line) => `  $ ${commandName} ${line}`).join("\n")}`;

/** Gathers the values of an option that may be repeated. */
export const gather = (value: string, all: readonly string[] = []): string[] => [...all, value];

/** Makes each usage error name the help of its own command; `called` is how that command is called. */
export function hintAtHelp(command: Command, called = commandName): void {
  command.showHelpAfterError(`Run ${called} --help for usage.`);
  for (const part of command.commands) hintAtHelp(part, `${called} ${part.name()}`);
}

/** Name and version of the program: `prelaunch 0.1.0`. */
export function version(): string {
  const manifest: { version: string } = JSON.parse(
    readFileSync(new URL("../../package.json", import.meta.url), "utf8"),
  );
  return `${programName} ${manifest.version}`;
}

/**
 * A day (`2026-05-04` or `yesterday`, from its start in UTC), a time (`2026-05-04T12:00:00Z`), or so many days before now (`7d`).
 * @throws InvalidArgumentError for anything else.
 */
export function parseTime(text: string, now: Date): Date {
  const days = text === "yesterday" ? 1 : Number(/^(\d{1,4})d$/u.exec(text)?.[1] ?? NaN);
  const before = new Date(now.getTime() - days * 86_400_000);
  if (days >= 0) return text === "yesterday" ? new Date(before.toISOString().slice(0, 10)) : before;
  // From the year 1000: PostgreSQL has no year 0, into which the 60 days before a time may lead.
  const [, day] = /^([1-9]\d{3}-\d\d-\d\d)(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:\d\d))?$/u.exec(text) ?? [];
  const time = new Date(text);
  if (day === undefined || !(time.getUTCFullYear() < 10_000))
    throw new InvalidArgumentError(
      "Give a day such as 2026-05-04, a time such as 2026-05-04T12:00:00Z, yesterday, or 7d.",
    );
  // Date accepts 30 February and makes it 2 March.
  if (new Date(day).toISOString().slice(0, 10) !== day) throw new InvalidArgumentError(`There is no day ${day}.`);
  return time;
}

/** A campaign's slug, such as a source. @throws InvalidArgumentError for anything else. */
export function parseSlug(text: string): string {
  if (!sourceForm.test(text))
    throw new InvalidArgumentError("Give up to 64 small letters, digits, dots, hyphens and underscores.");
  return text;
}

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

/** Names separated by commas. */
export const parseList = (text: string): string[] =>
  text
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");

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
