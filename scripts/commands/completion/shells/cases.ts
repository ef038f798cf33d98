import type { Flag, Grammar, Values } from "./words.ts";

/** Options with the verb that they belong to, `*` for options of all verbs. */
const owned = ({ verbs, flags }: Grammar): { verb: string; flag: Flag }[] => [
  ...verbs.flatMap(({ name, flags: own }) => own.map((flag) => ({ verb: name, flag }))),
  ...flags.map((flag) => ({ verb: "*", flag })),
];

/** Patterns of `verb:option` for options that take a value, with the possible values. */
export const valuePatterns = (grammar: Grammar): { patterns: string[]; values: Values }[] =>
  owned(grammar).flatMap(({ verb, flag: { names, values } }) =>
    values ? [{ patterns: names.map((name) => `${verb}:${name}`), values }] : [],
  );
