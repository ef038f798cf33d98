import { counted } from "../../cli/amounts.ts";
import { CliError } from "../../cli/errors.ts";

/** What a move has left to do; rows as tables and ids, each in a line. */
export interface Rest {
  missing: boolean;
  changed: number;
  outdated: readonly string[];
  erased: readonly string[];
}

/** @throws CliError `failed` with what to do, where something is left. */
export function requireComplete({ missing, changed, outdated, erased }: Rest): void {
  if (erased.length > 0)
    throw new CliError(
      "failed",
      `${counted(erased.length, "row there is", "rows there are")} about people erased here.`,
      {
        hint: `They were erased here after a move had copied them, and a move removes nothing. Erase them there too: npx prelaunch erase ADDRESS, or delete these rows in Supabase's dashboard. If somebody came back here only delete the row, because an erasure there would keep them out. Then move again:\n${erased.join("\n")}`,
      },
    );
  if (missing)
    throw new CliError("failed", "Rows are missing there.", {
      hint: "Somebody joined meanwhile, or rows were removed there. Stop the embedded stack and move again: nothing is duplicated.",
    });
  if (changed > 0)
    throw new CliError("failed", `${counted(changed, "row has", "rows have")} changed here meanwhile.`, {
      hint: "Somebody confirmed, left, or was answered, perhaps after being copied. Stop the embedded stack and move again: nothing is duplicated.",
    });
  if (outdated.length > 0)
    throw new CliError("failed", `${counted(outdated.length, "row there is", "rows there are")} out of date.`, {
      hint: `These people have confirmed, or left and come back, or their applications were decided or noted upon, here since an earlier move, and a move changes no row that is there. Stop the embedded stack, delete these rows there (the table editor in Supabase's dashboard does) and move again:\n${outdated.join("\n")}`,
    });
}
