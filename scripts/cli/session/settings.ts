import { isLoopback, listenUrl } from "../../../server/lib/loopback.ts";
import { lengthOf, tidyLine } from "../../../server/contract/characters.ts";
import { longestActor } from "../../../server/contract/limits.ts";
import { definitions } from "../../../server/settings/definitions.ts";
import {
  type MailSettings,
  readMailSettings,
  readStackSettings,
  readTarget,
  readWebhookSettings,
} from "../../../server/settings/hosts.ts";
import { readSettings, SettingsError } from "../../../server/settings/read.ts";
import { type ResolvedSettings, type Settings, textsOf } from "../../../server/settings/resolve.ts";
import { type MailFacts, mailFactsOf, type StackFacts } from "../../../server/settings/running.ts";
import type { WebhookSettings } from "../../../server/settings/webhook.ts";
import { CliError, userOfMachine } from "../../data/errors.ts";
import { commandName } from "./arguments.ts";

/** Reads settings. @throws CliError `configuration` naming every wrong setting. */
export function checked<T>(read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof SettingsError ? new CliError("configuration", cause.message, { cause }) : cause;
  }
}

/** @throws CliError `configuration` naming every wrong mail setting. */
export const mailSettings = (settings: Settings): MailSettings => checked(() => readMailSettings(textsOf(settings)));

/**
 * The mail settings of the process that sends the mails: a running stack reports its settings, which count more
 * than those here. @throws CliError as {@link mailSettings}.
 */
export const mailFacts = ({ runs, settings }: { runs?: StackFacts; settings: Settings }): MailFacts =>
  runs?.mail ?? mailFactsOf(mailSettings(settings), addressOf("SITE_URL", settings));

/**
 * The site's address, to which links lead; undefined where no setting names it and no stack runs: one that was started for a
 * command listens on a random port. @throws CliError `configuration` when the setting is not a web address.
 */
export const siteOf = ({ runs, settings, url }: { runs?: StackFacts; settings: Settings; url: string }) =>
  runs?.mail?.siteUrl ?? addressOf("SITE_URL", settings) ?? (runs && url);

/**
 * Where events are sent; undefined if nowhere. @throws CliError `configuration` naming every wrong setting of
 * the webhook.
 */
export const webhookSettings = (settings: Settings): WebhookSettings | undefined =>
  checked(() => readWebhookSettings(textsOf(settings)));

/**
 * The mail settings of a stack that is started for a command. Without a public address its mails link to where
 * `npm start` will listen.
 */
export function forMails(settings: Settings): { mail: MailSettings; siteUrl: string } {
  const { mail, siteUrl, host, port } = checked(() => readStackSettings(textsOf(settings)));
  return { mail, siteUrl: siteUrl ?? listenUrl(host, port) };
}

/** The prefix that calls a command for the embedded stack although `.env` names a hosted project. */
export const forStack = `SUPABASE_URL= SUPABASE_SECRET_KEY= ${commandName}`;

/**
 * The address that a setting holds, or undefined. A slash at its end is removed because paths are appended to
 * it.
 * @throws CliError `configuration` when it is not a web address.
 */
export const addressOf = (
  key: "SITE_URL" | "SUPABASE_URL" | "PUBLIC_SUPABASE_URL",
  settings: Settings,
): string | undefined => checked(() => readSettings({ [key]: definitions[key] }, textsOf(settings))[key]);

/** Whether the site's address, by default that of `npm start`, is on this machine. */
export const siteIsHere = ({ siteUrl }: MailFacts): boolean =>
  siteUrl === undefined || isLoopback(new URL(siteUrl).hostname);

/** The backend that settings name. */
export type BackendSettings =
  | { kind: "embedded"; dataFolder: string }
  | { kind: "hosted"; url: string; secretKey: string; publishableKey: string | undefined };

/**
 * Reads which backend to work on. `both` is for a command that goes from one backend to the other: a hosted
 * project may then be named beside a data folder.
 * @throws CliError `configuration` when only half of a hosted project's settings are there, or a value is
 * invalid; `usage` when the command line names a data folder and the settings name a hosted project.
 */
export function backendSettings(
  settings: ResolvedSettings,
  { both = false }: { both?: boolean } = {},
): BackendSettings {
  const target = checked(() => readTarget(textsOf(settings)));
  const { SUPABASE_URL: url, SUPABASE_SECRET_KEY: key, SUPABASE_PUBLISHABLE_KEY: publishableKey } = target;
  if (!url || !key) return { kind: "embedded", dataFolder: target.DATA_FOLDER };
  // A command for a folder must not change the hosted project, whose settings the operator may have forgotten.
  if (!both && settings.DATA_FOLDER.source === "flag")
    throw new CliError("usage", "--data names an embedded stack, but SUPABASE_URL a hosted project.", {
      hint: `For the project leave out --data; for the stack: ${forStack} …`,
    });
  return { kind: "hosted", url, secretKey: key, publishableKey };
}

/**
 * The name of the person who decides, for the history: `--as`, else the setting OPERATOR, else the user of this
 * machine.
 * @throws CliError `usage` when there is no name, or one that is too long.
 */
export function operatorName({ settings }: { settings: Settings }, given: string | undefined): string {
  const name = tidyLine(given ?? settings.OPERATOR?.value ?? userOfMachine());
  if (name !== "" && lengthOf(name) <= longestActor) return name;
  throw new CliError("usage", `Give a name of at most ${longestActor} characters: --as NAME, or the setting OPERATOR.`);
}
