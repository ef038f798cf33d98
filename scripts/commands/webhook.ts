import { randomUUID } from "node:crypto";
import type { Command } from "commander";
import { sendEvent } from "../../server/webhook/message.ts";
import { count, counted } from "../../server/lib/amounts.ts";
import { examples } from "../cli/session/arguments.ts";
import { type BackendContext, type Context, type Host, inContext, onBackend } from "../cli/session/context.ts";
import { CliError } from "../data/errors.ts";
import { say, write } from "../cli/terminal/io.ts";
import { table } from "../cli/terminal/table.ts";
import { printableJson } from "../cli/terminal/terminalText.ts";
import { failedEvents, retryEvents } from "../operator/events.ts";
import { backendSettings, webhookSettings } from "../cli/session/settings.ts";

interface FailedOptions {
  retry?: true;
  json?: true;
}

/** How many events are listed at most. */
const mostListed = 1000;

/** `prelaunch webhook`: the events that are sent to `WEBHOOK_URL`. */
export function defineWebhook(program: Command, host: Host): void {
  const webhook = program
    .command("webhook")
    .summary("test the webhook, and list the events that failed")
    .description(
      "The events that are sent to WEBHOOK_URL: joins, confirmations, unsubscriptions, applications (docs/growth.md).",
    )
    .addHelpText("after", examples("webhook test", "webhook failed"));
  webhook
    .command("test")
    .summary("send an event of type test")
    .description("Sends an event of type test, without anybody's data, from this machine to WEBHOOK_URL.")
    .action((_options: object, command: Command) => inContext(host, command, sendTestEvent));
  webhook
    .command("failed")
    .summary("list the events that failed")
    .description(
      "Lists the events that the receiver did not take for three days, the oldest first: what happened, when, and the last error.",
    )
    .option("--retry", "send them again instead")
    .option("--json", "as JSON")
    .addHelpText("after", examples("webhook failed", "webhook failed --retry"))
    .action((options: FailedOptions, command: Command) =>
      onBackend(host, command, (context) =>
        options.retry ? retryFailedEvents(context) : listFailedEvents(context, options),
      ),
    );
}

/**
 * @throws CliError `configuration` when no webhook is set, or a running stack sends to another one, `failed` when
 *   the receiver does not take it.
 */
async function sendTestEvent(context: Context): Promise<void> {
  const settings = webhookSettings(context.settings);
  const stackHost = await webhookOfStack(context);
  if (!settings)
    throw new CliError(
      "configuration",
      `WEBHOOK_URL is not set${stackHost ? ` here; the running stack sends to ${stackHost}` : ""}.`,
      {
        hint: "Set it in .env or in the environment; docs/growth.md says more.",
      },
    );
  if (stackHost !== undefined && stackHost !== settings.url.host)
    throw new CliError(
      "configuration",
      `WEBHOOK_URL leads to ${settings.url.host}, but the running stack sends to ${stackHost || "nobody"}.`,
      {
        hint: "A change of its settings takes effect when it is started again: npm start",
      },
    );
  const event = { id: randomUUID(), type: "test", created_at: context.clock(), data: {} } as const;
  const error = await sendEvent(event, settings);
  if (error !== undefined)
    throw new CliError("failed", `${settings.url.host} did not take the test: ${error}.`, {
      hint: "It has to answer within 15 seconds with a status of 200 to 299, and to redirect nowhere.",
    });
  say(context, `${settings.url.host} took the test.`);
}

/** The host that a running embedded stack sends events to, "" if nobody; undefined where none runs here. */
async function webhookOfStack({ settings }: Context): Promise<string | undefined> {
  const target = backendSettings(settings);
  if (target.kind === "hosted") return undefined;
  const { holderOfFolder } = await import("../../server/embedded/folder/hold.ts");
  const runs = (await holderOfFolder(target.dataFolder))?.runs;
  return runs && (runs.webhook ?? "");
}

/** Lists failed events on stdout. @throws CliError `unreachable`, `interrupted`. */
async function listFailedEvents(context: BackendContext, { json }: { json?: true }): Promise<void> {
  const events = await failedEvents(context, mostListed);
  if (json) return write(context.out, printableJson(events));
  if (events.length === 0) return say(context, "No event failed.");
  const rows = events.map(({ created_at, type, attempts, last_error }) => [
    created_at.slice(0, 16).replace("T", " "),
    type,
    count(attempts),
    last_error ?? "",
  ]);
  await write(context.out, `${table([["time (UTC)", "event", "attempts", "last error"], ...rows])}\n`);
  if (events.length === mostListed) say(context, `Only the oldest ${counted(mostListed, "event")} are shown.`);
}

/** Makes failed events due again. It can be repeated. @throws CliError `unreachable`, `interrupted`. */
async function retryFailedEvents(context: BackendContext): Promise<void> {
  say(context, `${counted(await retryEvents(context, context.clock()), "event is", "events are")} due again.`);
}
