import { once } from "node:events";
import type { Command } from "commander";
import { isLoopback } from "../../server/lib/loopback.ts";
import { addressOfSite } from "../../server/settings/resolve.ts";
import { examples } from "../cli/session/arguments.ts";
import { type BackendContext, type Host, onBackend, whereOf } from "../cli/session/context.ts";
import { userOfMachine } from "../data/errors.ts";
import { say, write } from "../cli/terminal/io.ts";

/** How long the desk stays open while nobody uses it, in ms. */
const longestIdle = 3_600_000;

export function defineDesk(program: Command, host: Host): void {
  program
    .command("desk")
    .summary("look at the launch in the browser")
    .description(
      "Opens the operator's page, on this machine alone. The link opens it in one browser, once; press Enter for another link. It ends with Ctrl-C, or when nobody has used it for an hour.",
    )
    .addHelpText("after", examples("desk", "desk --data /srv/site/.data"))
    .action((_options: object, command: Command) => onBackend(host, command, runDesk, { shared: true }));
}

/** The name of this machine for SSH: the host of the public site whose stack runs here. */
function hostOfServer({ embedded, runs, settings }: BackendContext): string | undefined {
  const site = runs?.mail?.siteUrl ?? addressOfSite(settings);
  if (!embedded || site === undefined) return undefined;
  const { hostname } = new URL(site);
  return isLoopback(hostname) ? undefined : hostname;
}

/** Keeps the desk open. @throws CliError as `openDesk`. */
async function runDesk(context: BackendContext): Promise<void> {
  const { openDesk } = await import("../desk/server.ts");
  const desk = await openDesk(context, longestIdle);
  const show = () => write(context.out, `${desk.link()}\n`);
  try {
    const host = hostOfServer(context);
    const { port } = new URL(desk.link());
    if (host !== undefined)
      say(
        context,
        `On your own computer: ssh -N -L ${port}:127.0.0.1:${port} ${context.env["SUDO_USER"] ?? userOfMachine()}@${host}`,
      );
    say(
      context,
      `The desk of ${whereOf(context)}. Open it in your browser; Enter shows a link for another one, Ctrl-C ends it.`,
    );
    await show();
    context.in.on("data", () => void show());
    const stopped = context.signal.aborted ? Promise.resolve() : once(context.signal, "abort");
    await Promise.race([desk.idle, stopped]);
    say(context, context.signal.aborted ? "The desk is closed." : "The desk is closed, as nobody used it for an hour.");
  } finally {
    context.in.removeAllListeners("data").pause();
    await desk.close();
  }
}
