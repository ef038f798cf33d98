import type { BackendContext } from "../../cli/context.ts";
import { write } from "../../cli/io.ts";
import { printableJson } from "../../cli/terminalText.ts";
import { type Application, type ApplicationEvent, eventsOf, findApplication } from "./applications.ts";
import { describeApplication } from "./describe.ts";
import { eachOf, report } from "./each.ts";

/**
 * Shows applications in full, with their history, on stdout.
 * @throws CliError `usage`, `failed` when one of them does not exist, `unreachable`.
 */
export async function showApplications(
  context: BackendContext,
  ids: readonly string[],
  { json }: { json?: true },
): Promise<void> {
  const shown: (Application & { events: ApplicationEvent[] })[] = [];
  const failures = await eachOf(ids, String, async (id) => {
    const application = await findApplication(context, id);
    shown.push({ ...application, events: await eventsOf(context, application.id) });
  });
  const now = context.clock();
  const texts = shown.map((one) => describeApplication(one, one.events, context, now));
  await write(context.out, json ? printableJson(shown) : texts.join("\n"));
  report(context, failures, ids.length, "shown");
}
