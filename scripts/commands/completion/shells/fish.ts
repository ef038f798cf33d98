import { programName } from "../../../cli/help.ts";
import type { Flag, Grammar, Values } from "./words.ts";
import { valuePatterns } from "./cases.ts";

const quote = (text: string): string => `'${text.replaceAll(/['\\]/gu, String.raw`\$&`)}'`;

const offer = (values: Values): string =>
  values === "file" ? "-F" : values === "anything" ? "" : `-a ${quote(values.join(" "))}`;

function option({ names, about, values }: Flag): string {
  const spelled = names.map((name) => (name.startsWith("--") ? `-l ${name.slice(2)}` : `-s ${name.slice(1)}`));
  // With -r alone fish would offer files beside the words.
  const taken = values === undefined ? "" : values === "file" ? "-r -F " : `-x ${offer(values)} `;
  return `${spelled.join(" ")} ${taken}-d ${quote(about)}`;
}

/** Fish itself knows which option a value belongs to; which argument comes next has to be worked out in the script. */
export function fish(grammar: Grammar): string {
  const { verbs, flags } = grammar;
  const at = (place: string) => `-n ${quote(`test (__${programName}_place) = ${place}`)}`;
  const after = (verb: string) => `-n ${quote(`string match -q '${verb}:*' (__${programName}_place)`)}`;
  const rules = [
    "-f",
    ...flags.map(option),
    ...verbs.map(({ name, about }) => `${at(":0")} -a ${name} -d ${quote(about)}`),
    ...verbs.flatMap(({ name, places }) =>
      places.flatMap((values, place) => (values === "anything" ? [] : [`${at(`${name}:${place}`)} ${offer(values)}`])),
    ),
    ...verbs.flatMap(({ name, flags: own }) => own.map((flag) => `${after(name)} ${option(flag)}`)),
  ];
  const valued = valuePatterns(grammar).flatMap(({ patterns }) => patterns);
  return `function __${programName}_place
  set -l verb ''
  set -l place 0
  set -l skip 0
  for word in (commandline -opc)[2..-1]
    if test $skip = 1
      set skip 0
      continue
    end
    switch "$verb:$word"
      case ${valued.map(quote).join(" ")}
        set skip 1
      case '*:-*'
      case '*'
        if test -z "$verb"
          set verb $word
        else
          set place (math $place + 1)
        end
    end
  end
  echo "$verb:$place"
end
${rules.map((rule) => `complete -c ${programName} ${rule}\n`).join("")}`;
}
