import { resolve } from "node:path";
import type { Command } from "commander";
import { readCaptchaSettings } from "../../../server/settings/hosts.ts";
import { deprecatedSettings } from "../../../server/settings/deprecated.ts";
import { type ResolvedSettings, resolveSettings, type Settings, textsOf } from "../../../server/settings/resolve.ts";
import { CliError } from "../../data/errors.ts";
import { type Io, say } from "../terminal/io.ts";
import { deprecatedArguments } from "./arguments.ts";
import type { Backend } from "./backend.ts";
import { backendSettings, checked, forMails } from "./settings.ts";

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

/**
 * Names, for a person, whose records a command works on: the address of a stack that was started for the
 * command tells nothing.
 */
export const whereOf = ({ embedded, settings, url }: Pick<BackendContext, "embedded" | "settings" | "url">): string =>
  embedded ? settings.DATA_FOLDER.value : new URL(url).host;

/** The data folder of the embedded stack; undefined for a hosted project. */
export const dataFolderOf = ({
  embedded,
  settings,
}: Pick<BackendContext, "embedded" | "settings">): string | undefined =>
  embedded ? settings.DATA_FOLDER.value : undefined;

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
  const io: Io = { ...host.io, verbosity: quiet ? "quiet" : verbose ? "verbose" : "normal" };
  for (const line of [...deprecatedArguments(command), ...deprecatedSettings(settings)]) say(io, `note: ${line}`);
  return run({
    ...io,
    folder: host.folder,
    project: host.project,
    env: host.env,
    settings,
  });
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
