import { programName } from "../../../cli/help.ts";
import type { Grammar, Values } from "./words.ts";
import { valuePatterns } from "./cases.ts";

const offer = (values: Values): string =>
  values === "file" ? "files=1" : values === "anything" ? ":" : `found="${values.join(" ")}"`;

/**
 * A function that bash and zsh both understand. Its arguments are the word to complete, the one before it, and all words
 * before the one to complete; it sets `found` to the words that may stand there, or `files`.
 */
export function chooser(grammar: Grammar): string {
  const { verbs, flags } = grammar;
  const valued = valuePatterns(grammar);
  const names = (own: typeof flags) => own.flatMap((flag) => flag.names).join(" ");
  return `__${programName}() {
  local cur="$1" prev="$2" verb="" skip="" place=0 word
  shift 2
  for word in "$@"; do
    if [ "$word" = "=" ]; then continue; fi
    if [ -n "$skip" ]; then skip=""; continue; fi
    case "$verb:$word" in
      ${valued.flatMap(({ patterns }) => patterns).join("|")}) skip=1; continue ;;
      *:-*) continue ;;
    esac
    if [ -z "$verb" ]; then verb="$word"; else place=$((place + 1)); fi
  done
  found=""; files=""
  case "$verb:$prev" in
${valued.map(({ patterns, values }) => `    ${patterns.join("|")}) ${offer(values)}; return ;;`).join("\n")}
  esac
  case "$cur" in
    -*) ;;
    *) case "$verb:$place" in
      :*) found="${verbs.map(({ name }) => name).join(" ")}"; return ;;
${verbs.flatMap(({ name, places }) => places.map((values, place) => `      ${name}:${place}) ${offer(values)}; return ;;`)).join("\n")}
    esac ;;
  esac
  case "$verb" in
${verbs.map(({ name, flags: own }) => `    ${name}) found="${names(own)}" ;;`).join("\n")}
  esac
  found="$found ${names(flags)}"
}
`;
}
