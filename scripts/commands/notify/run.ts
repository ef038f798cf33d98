import { isUtf8 } from "node:buffer";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UpdateError } from "../../../server/mail/messages/renderUpdate.ts";
import type { BackendContext } from "../../cli/context.ts";
import { CliError, readError } from "../../cli/errors.ts";
import { say, write } from "../../cli/io.ts";
import { confirmed, requirePrompts } from "../../cli/prompts.ts";
import {
  type Announcement,
  type Choice,
  filesWarning,
  launchAnnouncement,
  updateAnnouncement,
} from "../../operator/announcement.ts";
import { announce, nobodyText, type Order, people, queuedText, survey, waveText } from "../../operator/waves.ts";

/** Options of `notify launch`, as commander gives them. */
export interface NotifyOptions extends Choice {
  wave?: number;
  order: Order;
  dryRun?: true;
  html?: true;
  yes?: true;
}

/** Options of `notify update`. */
export interface UpdateOptions extends NotifyOptions {
  name?: string;
}

/**
 * Notifies people of the launch, each once. It can be repeated after any interruption.
 * @throws CliError `usage` when nobody can be asked, `configuration`, `failed` after a no, `unreachable`, `interrupted`.
 */
export const notifyLaunch = (context: BackendContext, options: NotifyOptions): Promise<void> =>
  notify(context, launchAnnouncement(context, choiceOf(options)), options);

/**
 * Sends an update; under one name, each person gets it once.
 * @throws CliError as {@link notifyLaunch}, and `failed` when the file cannot be read or cannot be sent as it is.
 */
export async function notifyUpdate(context: BackendContext, file: string, options: UpdateOptions): Promise<void> {
  await notify(context, await readUpdate(context, file, options), options);
}

const choiceOf = ({ source, role, answer }: Choice): Choice => ({ source, role, answer });

async function readUpdate(context: BackendContext, file: string, options: UpdateOptions): Promise<Announcement> {
  const { folder, signal } = context;
  const bytes = await readFile(resolve(folder, file), { signal }).catch((cause: unknown) => {
    throw readError(file, cause);
  });
  if (!isUtf8(bytes)) throw new CliError("failed", `${file}: It is not UTF-8 text.`);
  try {
    return updateAnnouncement(context, new TextDecoder().decode(bytes), options.name, choiceOf(options));
  } catch (cause) {
    throw cause instanceof UpdateError ? new CliError("failed", `${file}: ${cause.message}`, { cause }) : cause;
  }
}

async function notify(
  context: BackendContext,
  { audience, mail, prepare }: Announcement,
  { wave: most, order, dryRun, html, yes }: NotifyOptions,
): Promise<void> {
  const hint = "Give --yes to mail without being asked, or --dry-run to see who would get one.";
  if (!dryRun && !yes) requirePrompts(context, hint);
  const wave = await survey(context, audience, most ?? Infinity, order);
  if (dryRun) await write(context.out, html ? mail.html : `Subject: ${mail.subject}\n\n${mail.text}`);
  else say(context, `Subject: ${mail.subject}`);
  if (wave.people === 0) return say(context, nobodyText(audience));
  say(context, waveText(context, wave));
  const warning = filesWarning(context);
  if (warning !== undefined) say(context, warning);
  if (dryRun) return say(context, "Nobody was mailed (--dry-run).");
  if (!yes) await confirmed(context, { question: `Mail ${people(wave.people)}?`, refusal: "Nobody was mailed.", hint });
  await prepare();
  say(context, queuedText(context, wave, await announce(context, wave)));
}
