import { counted } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { say } from "../../cli/terminal/io.ts";
import { confirmed } from "../../cli/terminal/prompts.ts";
import { type Undone, undoImport } from "../../operator/imports.ts";

/**
 * Takes back the import with a tag, after saying how many people that concerns and asking.
 * @throws CliError `usage` when nobody can be asked, `failed` after a no, and as `undoImport`.
 */
export async function undo(
  context: BackendContext,
  tag: string,
  { dryRun, yes }: { dryRun?: true; yes?: true },
): Promise<void> {
  const would = await undoImport(context, tag, true);
  if (would.removed + would.changed === 0) return say(context, `There is nothing to take back of an import ${tag}.`);
  say(context, textOf("To take off the list", would));
  if (dryRun) return say(context, "Nothing was written (--dry-run).");
  if (!yes)
    await confirmed(context, {
      question: `Take back the import ${tag}?`,
      refusal: "Nothing was taken back.",
      hint: "Give --yes to take it back without being asked, or --dry-run to see whom that concerns.",
    });
  say(context, textOf("Taken off the list", await undoImport(context, tag, false)));
}

const textOf = (what: string, { removed, changed }: Undone): string =>
  `${what}: ${counted(removed, "person", "people")} whom it added and who did nothing since. ${counted(changed, "other loses", "others lose")} the tag or source that it gave them.`;
