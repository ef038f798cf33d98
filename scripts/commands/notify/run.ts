import type { MailContent } from "../../../server/mail/mail.ts";
import { routeSettings } from "../../../server/settings/mailRoutes.ts";
import { renderMessage } from "../../../server/mail/messages/render.ts";
import { confirm, requireTerminal } from "../../cli/confirm.ts";
import { type BackendContext, mailSettings } from "../../cli/context.ts";
import { insertMissing } from "../../cli/insertMissing.ts";
import { lostAnswers } from "../../cli/lostAnswers.ts";
import { countOf } from "../../cli/calls.ts";
import { say, write } from "../../cli/io.ts";
import { addressOf, siteIsHere } from "../../cli/settings.ts";
import { count, counted } from "../../cli/amounts.ts";
import { progressBar } from "../../cli/progressBar.ts";
import { otherSettingsOfStack } from "../../cli/settingsOfStack.ts";
import { whoSends } from "../../cli/whoSends.ts";
import { announce, type Audience, survey, type Wave } from "./audience.ts";
import { readUpdateFile } from "./updateFile.ts";
import { nobodyText, people, waveText } from "./waveText.ts";

/** Options of `notify launch`, as commander gives them. */
export interface NotifyOptions {
  wave?: number;
  source?: string;
  role?: string;
  dryRun?: true;
  html?: true;
  yes?: true;
}

/** Options of `notify update`. */
export interface UpdateOptions extends NotifyOptions {
  name?: string;
}

/** A token as long as a real one, for the preview of the mail. */
const unsubscribeToken = "0".repeat(64);

const everywhere = ({ settings }: BackendContext) => ({
  site: addressOf("SITE_URL", settings) ?? "https://example.com",
  imprint: mailSettings(settings).imprint,
});

/**
 * Notifies people of the launch, each once. It can be repeated after any interruption.
 * @throws CliError `usage` when nobody can be asked, `configuration`, `failed` after a no, `unreachable`, `interrupted`.
 */
export async function notifyLaunch(context: BackendContext, options: NotifyOptions): Promise<void> {
  const { source, role } = options;
  const mail = renderMessage("launch-announcement", { ...everywhere(context), unsubscribeToken });
  await notify(context, { source, role }, mail, options);
}

/**
 * Sends an update; under one name, each person gets it once.
 * @throws CliError as {@link notifyLaunch}, and `failed` when the file cannot be read or cannot be sent as it is.
 */
export async function notifyUpdate(context: BackendContext, file: string, options: UpdateOptions): Promise<void> {
  const { update, hash } = await readUpdateFile(context, file);
  const { source, role, name = hash } = options;
  const mail = renderMessage("update", { ...everywhere(context), unsubscribeToken, ...update });
  await notify(context, { name, hash, source, role }, mail, options, async () => {
    await insertMissing(context, { table: "email_updates", key: "hash" }, [{ hash, parameters: update }]);
  });
}

async function notify(
  context: BackendContext,
  audience: Audience,
  mail: MailContent,
  { wave: most, dryRun, html, yes }: NotifyOptions,
  prepare: () => Promise<void> = async () => undefined,
): Promise<void> {
  const hint = "Give --yes to mail without being asked, or --dry-run to see who would get one.";
  if (!dryRun && !yes) requireTerminal(context, hint);
  const wave = await surveyWithBar(context, audience, most);
  if (dryRun) await write(context.out, html ? mail.html : `Subject: ${mail.subject}\n\n${mail.text}`);
  else say(context, `Subject: ${mail.subject}`);
  const differing = await otherSettingsOfStack(context);
  if (differing !== undefined)
    say(
      context,
      `The running stack has another ${differing}. It makes and sends the mails by its own settings, not by those here.`,
    );
  if (wave.people === 0) return say(context, nobodyText(audience));
  say(context, waveText(context, wave));
  // Who is told is told once, and nobody repeats what only a file says.
  if (differing === undefined && becomeFiles(context))
    say(
      context,
      `The site is public, but ${routeSettings.join(" and ")} are not set: these mails become files in the inbox, which nobody gets, and the people count as told (docs/mail.md).`,
    );
  if (dryRun) return say(context, "Nobody was mailed (--dry-run).");
  if (!yes)
    await confirm(context, {
      question: `Mail ${people(wave.people)}? Type yes: `,
      refusal: "The answer was not yes. Nobody was mailed.",
      hint,
    });
  await prepare();
  const lost = lostAnswers(context);
  const done = await withBar(context, wave, audience);
  const missed = wave.people - done;
  const others =
    missed > 0
      ? ` ${count(missed)} unsubscribed meanwhile, or were told by another run${lost() > 0 ? ", or by a call whose answer was lost" : ""}.`
      : "";
  say(context, `${mails(done)} in the outbox.${others}\n${whoSends(context)}`);
}

async function surveyWithBar(context: BackendContext, audience: Audience, most = Infinity): Promise<Wave> {
  const all = context.interactive ? await countOf(context, "waitlist") : 0;
  const bar = progressBar(context, all);
  return survey(context, audience, most, (rows) => bar.at(Math.min(rows, all))).finally(bar.end);
}

/** Whether the mails of a public site would go to the inbox folder, as nothing else is set. */
const becomeFiles = ({ embedded, settings }: BackendContext): boolean =>
  embedded && mailSettings(settings).route.kind === "none" && !siteIsHere(settings);

const mails = (n: number): string => counted(n, "mail is", "mails are");

async function withBar(context: BackendContext, wave: Wave, audience: Audience): Promise<number> {
  const bar = progressBar(context, wave.people);
  const lost = lostAnswers(context);
  let done = 0;
  try {
    await announce(context, audience, wave, (told) => bar.at((done = told)));
  } catch (error) {
    bar.end();
    const more = lost() > 0 ? ", and perhaps those of a call whose answer was lost" : "";
    say(context, `Stopped: ${mails(done)} in the outbox${more}. Run it again for the rest; nobody is told twice.`);
    throw error;
  }
  bar.end();
  return done;
}
