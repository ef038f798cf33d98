import { programName } from "../../../cli/help.ts";
import type { Grammar } from "./words.ts";
import { chooser } from "./posix.ts";

/** Works as a file `_prelaunch` on `fpath`, and sourced. */
export const zsh = (grammar: Grammar): string => `#compdef ${programName}
${chooser(grammar)}
_${programName}() {
  local found files cur="\${words[CURRENT]}" prev="\${words[CURRENT-1]}"
  if [[ "$cur" == --*=* ]]; then
    prev="\${cur%%=*}"
    cur="\${cur#*=}"
    compset -P '*='
  fi
  __${programName} "$cur" "$prev" "\${(@)words[2,CURRENT-1]}"
  if [ -n "$files" ]; then _files; else compadd -- \${=found}; fi
}
if [ "$funcstack[1]" = "_${programName}" ]; then _${programName} "$@"; else compdef _${programName} ${programName}; fi
`;
