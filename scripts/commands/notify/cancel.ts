import { waveName } from "../../../server/contract/figures.ts";
import { count, counted, minute } from "../../../server/lib/amounts.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { rethrowWithLine } from "../../data/errors.ts";
import { say } from "../../cli/terminal/io.ts";
import { progress } from "../../cli/terminal/progress.ts";
import { confirmed } from "../../cli/terminal/prompts.ts";
import { cancelWave, findWave } from "../../operator/cancel.ts";
import { readWaves } from "../../operator/figures.ts";

const wasSent = (n: number): string => `${counted(n, "was", "were")} sent already.`;

/**
 * Takes back what is queued of a wave, after asking.
 * @throws CliError `usage` when no wave is called so or nobody can be asked, `failed` after a no, and as
 *   {@link cancelWave}.
 */
export async function cancel(context: BackendContext, name: string, { yes }: { yes?: true }): Promise<void> {
  const wave = await findWave(context, name);
  const { number, queued } = wave;
  const which = `Wave ${number}, ${waveName(wave)}, queued ${minute(wave.at)}`;
  if (queued === 0) return say(context, `${which}: nothing is queued. ${wasSent(wave.sent)}`);
  say(context, `${which}: ${counted(queued, "mail is", "mails are")} queued. ${wasSent(wave.sent)}`);
  if (!yes)
    await confirmed(context, {
      question: `Take back ${counted(queued, "mail")}? These people count as not notified then.`,
      refusal: "Nothing was taken back.",
      hint: "Give --yes to take them back without being asked.",
    });
  say(context, await cancelledText(context, number, queued));
}

/**
 * Takes back what is queued of a wave, shows how far it is, and returns the result in words.
 * @throws CliError as {@link cancelWave}, saying also how many were taken back before.
 */
export async function cancelledText(context: BackendContext, number: number, queued: number): Promise<string> {
  const shown = progress(context, "Taking back", queued);
  let done = 0;
  try {
    await cancelWave(context, number, (now) => shown.at((done = now)));
  } catch (error) {
    return rethrowWithLine(`${taken(done)} Do it again for the rest: npx prelaunch notify --cancel ${number}`)(error);
  } finally {
    shown.end();
  }
  const after = (await readWaves(context)).find((wave) => wave.number === number);
  const left = after?.queued ?? 0;
  const stays = left > 0 ? ` ${count(left)} may be being sent, and stay.` : "";
  return `${taken(done)} ${wasSent(after?.sent ?? 0)}${stays}`;
}

const taken = (n: number): string => `${counted(n, "mail was", "mails were")} taken back.`;
