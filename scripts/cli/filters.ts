import { type Command, Option } from "commander";
import {
  type CommonFilter,
  commonFilter,
  type FilterName,
  filterNames,
  referralSides,
} from "../../server/contract/peopleFilter.ts";
import { argumentBy } from "./arguments.ts";
import type { Host } from "./context.ts";
import { CliError } from "./errors.ts";

/** How a filter is typed. */
interface Flag {
  flags: `--${string}`;
  about: string;
  choices?: readonly string[];
  /** What it is without a value. */
  preset?: string;
}

/** How each filter is typed. */
const flags: Record<FilterName, Flag> = {
  since: {
    flags: "--since <time>",
    about: "only who joined, or what was made, at or after this: 2026-05-04, yesterday, or 7d",
  },
  until: { flags: "--until <time>", about: "only who joined, or what was made, before this" },
  source: { flags: "--source <source>", about: "only people from this source" },
  tag: { flags: "--tag <tag>", about: "only people with this tag" },
  answer: {
    flags: "--answer <question=choice>",
    about: "only people who gave this answer, such as invoices=21+",
  },
  referral: {
    flags: "--friends [side]",
    about: "only people whose friends count for them (referrer), or who came by a friend (referred)",
    choices: referralSides,
    preset: "referrer",
  },
};

/** Adds the filters that `export`, `notify` and `stats` have in common; their values are a {@link CommonFilter}. */
export function addFilters(command: Command, { io }: Host): Command {
  for (const name of filterNames) {
    const { flags: form, about, choices, preset } = flags[name];
    const option = new Option(form, about).argParser(argumentBy(() => commonFilter(io.clock()).entries[name].wrapped));
    if (choices) option.choices(choices);
    if (preset !== undefined) option.preset(preset);
    // Its value is kept under the filter's name, whatever its flag is called.
    option.attributeName = () => name;
    command.addOption(option);
  }
  return command;
}

function take<Name extends FilterName>(options: CommonFilter, name: Name, filter: CommonFilter): void {
  const value = options[name];
  if (value !== undefined) filter[name] = value;
}

/** The filters among a command's options. @throws CliError `usage` for times in the wrong order. */
export function filterOf(options: CommonFilter): CommonFilter {
  const filter: CommonFilter = {};
  for (const name of filterNames) take(options, name, filter);
  const { since, until } = filter;
  if (since && until && since >= until) throw new CliError("usage", "--since must be before --until.");
  return filter;
}

/** The filters that choose people by more than a time, which each table has. */
const ofPeople = filterNames.filter((name) => name !== "since" && name !== "until");

/** Whether a filter chooses people by more than a time. */
export const choosesPeople = (filter: CommonFilter): boolean => ofPeople.some((name) => filter[name] !== undefined);

/** The flags of the filters that choose people by more than a time: `--source, --tag`. */
export const flagsOfPeople = ofPeople.map((name) => flags[name].flags.split(" ", 1)[0]).join(", ");
