import { type Command, Option } from "commander";
import {
  type CommonFilter,
  commonFilter,
  type deliveries,
  type FilterName,
  filterNames,
  type productSteps,
  referralSides,
} from "../../../server/contract/peopleFilter.ts";
import { argumentBy } from "./arguments.ts";
import type { Host } from "./context.ts";
import { CliError } from "../../data/errors.ts";

interface Flag {
  flags: `--${string}`;
  about: string;
  choices?: readonly string[];
  /** The filter's value when the flag is typed without one. */
  preset?: string;
}

/** One flag without a value for each word that a filter takes. */
const flagOfEach = <Word extends string>(about: Record<Word, string>): Flag[] =>
  Object.entries<string>(about).map(([word, text]) => ({ flags: `--${word}`, about: text, preset: word }));

/** The flags of each filter. */
const flags: { [Name in FilterName]: Flag[] } = {
  since: [
    {
      flags: "--since <time>",
      about: "only people who joined, or records made, at or after this time: 2026-05-04, yesterday, or 7d",
    },
  ],
  until: [{ flags: "--until <time>", about: "only people who joined, or records made, before this time" }],
  source: [{ flags: "--source <source>", about: "only people from this source" }],
  tag: [{ flags: "--tag <tag>", about: "only people with this tag" }],
  notTag: [{ flags: "--not-tag <tag>", about: "only people without this tag" }],
  answer: [
    {
      flags: "--answer <question=choice>",
      about: "only people who gave this answer, such as invoices=21+",
    },
  ],
  referral: [
    {
      flags: "--friends [side]",
      about: "only people who referred a friend that counts (referrer), or who were referred (referred)",
      choices: referralSides,
      preset: "referrer",
    },
  ],
  product: flagOfEach<(typeof productSteps)[number]>({
    invited: "only people who were invited to the product",
    "not-invited": "only people who were not invited to the product",
    came: "only people who came to the product",
    "not-came": "only people who were invited and did not come",
  }),
  delivery: flagOfEach<(typeof deliveries)[number]>({ bounced: "only people whose mail bounced" }),
};

/** Adds the filters that `export`, `notify` and `stats` have in common; their values are a {@link CommonFilter}. */
export function addFilters(command: Command, { io }: Host): Command {
  for (const name of filterNames)
    for (const { flags: form, about, choices, preset } of flags[name]) {
      const read = argumentBy(() => commonFilter(io.clock()).entries[name].wrapped);
      const option = new Option(form, about).argParser((text, earlier) => {
        // If two flags of one filter were allowed, the last would count and the other would be forgotten.
        if (flags[name].length > 1 && earlier !== undefined && earlier !== text)
          command.error(`error: --${String(earlier)} and ${form} exclude each other. Give one of them.`);
        return read(text);
      });
      if (choices) option.choices(choices);
      if (preset !== undefined) option.preset(preset);
      // The value is kept under the filter's name, whatever the flag is called.
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

/** The filters that choose people by more than a time. Every table has the filters of times. */
const ofPeople = filterNames.filter((name) => name !== "since" && name !== "until");

/** Whether a filter chooses people by more than a time. */
export const choosesPeople = (filter: CommonFilter): boolean => ofPeople.some((name) => filter[name] !== undefined);

/** The flags of the filters that choose people by more than a time: `--source, --tag`. */
export const flagsOfPeople = ofPeople
  .flatMap((name) => flags[name].map((one) => one.flags.split(" ", 1)[0]))
  .join(", ");
