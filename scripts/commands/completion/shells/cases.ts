import type { Flag, Grammar, Values } from "./words.ts";

/** Options with the verb they belong to, `*` for those of all. */
const owned = ({ verbs, flags }: Grammar): { verb: string; flag: Flag }[] => [
  ...verbs.flatMap(({ name, flags: own }) => own.map((flag) => ({ verb: name, flag }))),
  ...flags.map((flag) => ({ verb: "*", flag })),
];

/** Patterns of `verb:option` for options that a value follows, with what that may be. */
export const valuePatterns = (grammar: Grammar): { patterns: string[]; values: Values }[] =>
  owned(grammar).flatMap(({ verb, flag: { names, values } }) =>
    values ? [{ patterns: names.map((name) => `${verb}:${name}`), values }] : [],
  );
