import { Command } from "commander";
import { brand } from "../server/contract/brand.ts";
import { defineBackup, defineMigrate } from "./commands/backup/command.ts";
import { defineBeta } from "./commands/beta/command.ts";
import { defineCheck } from "./commands/check.ts";
import { defineConfig } from "./commands/config.ts";
import { defineDeploy } from "./commands/deploy/command.ts";
import { defineDesk } from "./commands/desk.ts";
import { defineErase } from "./commands/erase.ts";
import { defineExport } from "./commands/export.ts";
import { defineImport } from "./commands/import/command.ts";
import { defineNotified, defineUnsubscribe } from "./commands/mark.ts";
import { defineMail } from "./commands/mail/command.ts";
import { defineMove } from "./commands/move.ts";
import { defineNotify } from "./commands/notify/command.ts";
import { definePrune } from "./commands/prune.ts";
import { defineSeed } from "./commands/seed/command.ts";
import { defineShow } from "./commands/show.ts";
import { defineStats } from "./commands/stats/command.ts";
import { defineWebhook } from "./commands/webhook.ts";
import { commandName, hintAtHelp, parseCount, refuseBlank, version } from "./cli/session/arguments.ts";
import type { Host } from "./cli/session/context.ts";
import { harmless } from "./cli/terminal/terminalText.ts";

/**
 * The longest wait that can be asked for, in seconds: a day. A longer one could exceed 2^31 ms, about 25 days,
 * after which a timer of Node ends at once.
 */
const longestTimeout = 86_400;

const exitCodeHelp = `
Exit codes:
  0    success, and nothing is wrong
  1    something is wrong, or the command failed
  2    wrong usage
  3    wrong or missing configuration
  4    the backend cannot be reached
  130  interrupted

By default commands work on the embedded stack of the project (.data): on the
running one, or on one started for the duration of the command. Only seed and
restore create a database; the others exit with 3 where there is none. With
SUPABASE_URL and SUPABASE_SECRET_KEY set they work on that hosted project.`;

/** The commands, in the groups and the order of the help. */
const groups: Readonly<Record<string, readonly ((program: Command, host: Host) => void)[]>> = {
  People: [defineDesk, defineStats, defineShow, defineErase, defineUnsubscribe, defineNotified],
  Applications: [defineBeta],
  Mail: [defineNotify, defineMail, defineWebhook],
  Data: [defineExport, defineImport, defineMove, definePrune, defineBackup, defineSeed],
  "Set-up": [defineCheck, defineConfig, defineDeploy, defineMigrate],
};

/** The whole command line, parsed but not run. */
export function createProgram(host: Host): Command {
  const program = new Command(commandName)
    .description(`The operator's command line of ${brand}'s pre-launch site.`)
    .version(version(), "--version", "print name and version")
    .option("-q, --quiet", "print errors only")
    .option("-v, --verbose", "print more: retries, stack traces")
    .option("--data <folder>", "data folder of the embedded stack (default: .data)")
    .option("--retries <n>", "how often a failed request is sent again", parseCount(0), 5)
    .option("--timeout <seconds>", "longest wait for one answer", parseCount(1, longestTimeout), 30)
    .configureHelp({ showGlobalOptions: true })
    .addHelpText("after", exitCodeHelp)
    .exitOverride()
    .hook("preAction", (_program, action) => refuseBlank(action))
    .configureOutput({
      writeOut: (text) => void host.io.out.write(text),
      writeErr: (text) => void host.io.err.write(text),
      // The message quotes text that was typed or pasted, so it is made printable.
      outputError: (text, print) => print(harmless(text)),
    });
  for (const [group, defines] of Object.entries(groups)) {
    program.commandsGroup(`${group}:`);
    for (const define of defines) define(program, host);
  }
  program.helpCommand("help [command]", "show the help of a command");
  hintAtHelp(program);
  return program;
}
