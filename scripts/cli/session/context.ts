import { resolve } from "node:path";
import type { Command } from "commander";
import type { Backend, BackendOptions, BackendSettings } from "./backend.ts";
import { isLoopback, listenUrl } from "../../../server/lib/loopback.ts";
import { definitions } from "../../../server/settings/definitions.ts";
import { commandName } from "./arguments.ts";
import { CliError } from "../../data/errors.ts";
import type { Io } from "../terminal/io.ts";
import { type ResolvedSettings, resolveSettings, type Settings, textsOf } from "../../../server/settings/resolve.ts";
import {
  type MailSettings,
  readCaptchaSettings,
  readMailSettings,
  readStackSettings,
  readTarget,
  readWebhookSettings,
} from "../../../server/settings/hosts.ts";
import { type MailFacts, mailFactsOf } from "../../../server/settings/running.ts";
import { readSettings, SettingsError } from "../../../server/settings/read.ts";
import type { WebhookSettings } from "../../../server/settings/webhook.ts";

/** Every verb is given this. */
export interface Context extends Io {
  /** Folder that relative file names start from. */
  folder: string;
  /** The project's folder, with the export and what `deploy` uploads. */
  project: string;
  settings: ResolvedSettings;
  /** The environment that other programs are started with. */
  env: Record<string, string | undefined>;
}

/** Every verb that works on the backend is given this. */
export interface BackendContext extends Context, Backend {}

/** The surroundings of a command, as the program's entry sets them up. */
export interface Host {
  io: Io;
  env: Record<string, string | undefined>;
  folder: string;
  /** The project's folder, whose `.env` and `.data` are used. */
  project: string;
}

type GlobalOptions = { quiet?: true; verbose?: true; data?: string; retries: number; timeout: number };

const globals = (command: Command): GlobalOptions => command.optsWithGlobals<GlobalOptions>();

/** Runs a verb that needs no backend. @throws CliError `usage`, `configuration`, and what `run` throws. */
export async function inContext<T>(host: Host, command: Command, run: (context: Context) => Promise<T>): Promise<T> {
  const { quiet, verbose, data } = globals(command);
  if (quiet && verbose) throw new CliError("usage", "--quiet and --verbose cannot be used together.");
  const flags: Settings =
    data === undefined ? {} : { DATA_FOLDER: { value: resolve(host.folder, data), source: "flag" } };
  const settings = checked(() => resolveSettings(flags, host.env, host.project));
  return run({
    ...host.io,
    verbosity: quiet ? "quiet" : verbose ? "verbose" : "normal",
    folder: host.folder,
    project: host.project,
    env: host.env,
    settings,
  });
}

/** Reads settings. @throws CliError `configuration` naming every wrong setting. */
function checked<T>(read: () => T): T {
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
export const mailFacts = ({ runs, settings }: Pick<BackendContext, "runs" | "settings">): MailFacts =>
  runs?.mail ?? mailFactsOf(mailSettings(settings), addressOf("SITE_URL", settings));

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
function forMails(settings: Settings): Required<Pick<BackendOptions, "mail" | "siteUrl">> {
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

interface OnBackendOptions {
  create?: boolean;
  mail?: boolean;
  both?: boolean;
  shared?: boolean;
}

/**
 * Runs a verb on the backend that the settings name. An embedded one must exist already, unless the verb may
 * `create` it. With `mail`, an embedded stack that is started for the verb sends its mails; with `both`, the
 * verb uses a stack beside a hosted project; with `shared`, other verbs may use the stack that is started for
 * it.
 */
export function onBackend(
  host: Host,
  command: Command,
  run: (context: BackendContext) => Promise<void>,
  { create = false, mail = false, both = false, shared = false }: OnBackendOptions = {},
): Promise<void> {
  return inContext(host, command, async (context) => {
    const { retries, timeout } = globals(command);
    const target = backendSettings(context.settings, { both });
    const { withBackend } = await import("./backend.ts");
    await withBackend(
      target,
      context,
      {
        retries,
        timeout: timeout * 1000,
        create,
        shared,
        captcha: checked(() => readCaptchaSettings(textsOf(context.settings))),
        ...(mail ? forMails(context.settings) : {}),
      },
      (backend) => run({ ...context, ...backend }),
    );
  });
}
