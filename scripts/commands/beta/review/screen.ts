import { painter } from "../../../cli/color.ts";
import type { BackendContext } from "../../../cli/context.ts";
import { fill, fit, harmless } from "../../../cli/terminalText.ts";
import { type Application, eventsOf } from "../applications.ts";
import { describeApplication } from "../describe.ts";

const keys = ["a accept", "d decline", "s skip", "u undo", "n note", "q quit"];

/** Says a line of a review, which is a conversation: --quiet does not silence it. */
export const tell = ({ err, columns }: Pick<BackendContext, "err" | "columns">, line: string): void =>
  void err.write(`${fit(harmless(line), columns)}\n`);

/** Shows an application and the keys. */
export async function showOne(context: BackendContext, application: Application): Promise<void> {
  const paint = painter(context.color.err);
  const text = describeApplication(application, await eventsOf(context, application.id), context, context.clock());
  const rule = (context.unicode ? "─" : "-").repeat(Math.min(context.columns, 40));
  context.err.write(`\n${paint("dim", rule)}\n${text}\n`);
  tellKeys(context);
}

/** Says what the keys do. */
export const tellKeys = ({ err, columns }: Pick<BackendContext, "err" | "columns">): void =>
  void err.write(`${fill(keys, "  ", columns).join("\n")}\n`);
