import { userInfo } from "node:os";
import { lengthOf, tidyLine } from "../../../server/contract/characters.ts";
import { longestActor } from "../../../server/contract/limits.ts";
import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";

function userOfMachine(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run as a user without a name.
    return "";
  }
}

/**
 * Who decides, for the history: `--as`, else the setting OPERATOR, else the user of this machine.
 * @throws CliError `usage` when there is no name, or one that is too long.
 */
export function operatorName({ settings }: Pick<Context, "settings">, given: string | undefined): string {
  const name = tidyLine(given ?? settings.OPERATOR?.value ?? userOfMachine());
  if (name === "" || lengthOf(name) > longestActor)
    throw new CliError(
      "usage",
      `Give your name, in at most ${longestActor} characters: --as NAME, or the setting OPERATOR.`,
    );
  return name;
}
