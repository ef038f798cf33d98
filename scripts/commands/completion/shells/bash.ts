import { programName } from "../../../cli/help.ts";
import type { Grammar } from "./words.ts";
import { chooser } from "./posix.ts";

/** Bash splits words at `=`, so `--role=fr` arrives as three. Where there is nothing to offer, it completes file names. */
export const bash = (grammar: Grammar): string => `${chooser(grammar)}
_${programName}() {
  local found files cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}"
  local before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  if [ "$cur" = "=" ]; then cur=""; elif [ "$prev" = "=" ]; then prev="\${COMP_WORDS[COMP_CWORD-2]}"; fi
  __${programName} "$cur" "$prev" "\${before[@]}"
  COMPREPLY=()
  if [ -z "$files" ]; then COMPREPLY=($(compgen -W "$found" -- "$cur")); fi
}
complete -o default -F _${programName} ${programName}
`;
