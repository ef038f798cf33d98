import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { shareLink } from "../../../server/contract/shareCode.ts";
import type { MailContent } from "../../../server/mail/mail.ts";
import { forPerson, type Update } from "../../../server/mail/messages/personal.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { renderUpdate, UpdateError } from "../../../server/mail/messages/renderUpdate.ts";
import { routeSettings } from "../../../server/settings/hosts.ts";
import { count } from "../../cli/amounts.ts";
import { addressOf, type BackendContext, mailSettings, siteIsHere } from "../../cli/context.ts";
import { done } from "../../cli/data.ts";
import { CliError, readError } from "../../cli/errors.ts";
import { say, write } from "../../cli/io.ts";
import { confirmed, requirePrompts } from "../../cli/prompts.ts";
import { whoSends } from "../../cli/stack.ts";
import {
  announce,
  type Answer,
  type Audience,
  mailsAre,
  nobodyText,
  type Order,
  people,
  survey,
  waveText,
} from "./wave.ts";

/** Options of `notify launch`, as commander gives them. */
export interface NotifyOptions {
  wave?: number;
  source?: string;
  role?: string;
  answer?: Answer;
  order: Order;
  dryRun?: true;
  html?: true;
  yes?: true;
}

/** Options of `notify update`. */
export interface UpdateOptions extends NotifyOptions {
  name?: string;
}

/** What each mail of the list holds; in the preview with a token as long as a real one. */
const everywhere = ({ settings }: BackendContext) => ({
  site: addressOf("SITE_URL", settings) ?? "https://example.com",
  imprint: mailSettings(settings).imprint,
  unsubscribeToken: "0".repeat(64),
});

/**
 * Notifies people of the launch, each once. It can be repeated after any interruption.
 * @throws CliError `usage` when nobody can be asked, `configuration`, `failed` after a no, `unreachable`, `interrupted`.
 */
export async function notifyLaunch(context: BackendContext, options: NotifyOptions): Promise<void> {
  const { source, role, answer } = options;
  await notify(context, { source, role, answer }, renderMessage("launch-announcement", everywhere(context)), options);
}

/**
 * Sends an update; under one name, each person gets it once.
 * @throws CliError as {@link notifyLaunch}, and `failed` when the file cannot be read or cannot be sent as it is.
 */
export async function notifyUpdate(context: BackendContext, file: string, options: UpdateOptions): Promise<void> {
  const { update, hash } = await readUpdate(context, file);
  const { source, role, answer, name = hash } = options;
  const shown = everywhere(context);
  // As somebody without friends would get it.
  const person = { shareLink: shareLink(shown.site, "0".repeat(8)), friends: 0 };
  const mail = renderMessage("update", { ...shown, ...forPerson(update, person) });
  await notify(context, { name, hash, source, role, answer }, mail, options, () =>
    done(
      context.supabase
        .from("email_updates")
        .upsert({ hash, parameters: { ...update } }, { onConflict: "hash", ignoreDuplicates: true })
        .retry(false),
      context.signal,
    ),
  );
}

/**
 * Reads an update, and the SHA-256 by which its text is known: without byte order mark, with line ends unified and empty lines at the end
 * removed.
 */
async function readUpdate({ folder, signal }: BackendContext, file: string): Promise<{ update: Update; hash: string }> {
  const bytes = await readFile(resolve(folder, file), { signal }).catch((cause: unknown) => {
    throw readError(file, cause);
  });
  if (!isUtf8(bytes)) throw new CliError("failed", `${file}: It is not UTF-8 text.`);
  const text = new TextDecoder().decode(bytes);
  const source = text.replaceAll(/\r\n?/gu, "\n").trimEnd();
  try {
    return { update: renderUpdate(text), hash: createHash("sha256").update(source).digest("hex") };
  } catch (cause) {
    throw cause instanceof UpdateError ? new CliError("failed", `${file}: ${cause.message}`, { cause }) : cause;
  }
}

async function notify(
  context: BackendContext,
  audience: Audience,
  mail: MailContent,
  { wave: most, order, dryRun, html, yes }: NotifyOptions,
  prepare: () => Promise<void> = async () => undefined,
): Promise<void> {
  const hint = "Give --yes to mail without being asked, or --dry-run to see who would get one.";
  if (!dryRun && !yes) requirePrompts(context, hint);
  const wave = await survey(context, audience, most ?? Infinity, order);
  if (dryRun) await write(context.out, html ? mail.html : `Subject: ${mail.subject}\n\n${mail.text}`);
  else say(context, `Subject: ${mail.subject}`);
  if (wave.people === 0) return say(context, nobodyText(audience));
  say(context, waveText(context, wave));
  // Who is told is told once, and nobody repeats what only a file says.
  if (becomeFiles(context))
    say(
      context,
      `The site is public, but ${routeSettings.join(" and ")} are not set: these mails become files in the inbox, which nobody gets, and the people count as told (docs/mail.md).`,
    );
  if (dryRun) return say(context, "Nobody was mailed (--dry-run).");
  if (!yes) await confirmed(context, { question: `Mail ${people(wave.people)}?`, refusal: "Nobody was mailed.", hint });
  await prepare();
  const told = await announce(context, wave);
  const missed = wave.people - told;
  const others = missed > 0 ? ` ${count(missed)} unsubscribed meanwhile, or were told already.` : "";
  say(context, `${mailsAre(told)} in the outbox.${others}\n${whoSends(context)}`);
}

/** Whether the mails of a public site would go to the inbox folder, as nothing else is set. */
const becomeFiles = ({ embedded, settings, stackSends }: BackendContext): boolean =>
  embedded && !stackSends && mailSettings(settings).route.kind === "none" && !siteIsHere(settings);
