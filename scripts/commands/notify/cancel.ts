import { waveName } from "../../../server/contract/figures.ts";
import { counted, minute } from "../../../server/lib/amounts.ts";
import { cancelledText, wasSent } from "../../cli/sentences/waves.ts";
import type { BackendContext } from "../../cli/session/context.ts";
import { say } from "../../cli/terminal/io.ts";
import { confirmed } from "../../cli/terminal/prompts.ts";
import { findWave } from "../../operator/cancel.ts";

/**
 * Takes back what is queued of a wave, after asking.
 * @throws CliError `usage` when no wave is called so or nobody can be asked, `failed` after a no, and as
 *   `cancelWave`.
 */
export async function cancel(context: BackendContext, name: string, { yes }: { yes?: true }): Promise<void> {
  const wave = await findWave(context, name);
  const { number, queued } = wave;
  const which = `Wave ${number}, ${waveName(wave)}, queued ${minute(wave.at)}`;
  if (queued === 0) return say(context, `${which}: nothing is queued. ${wasSent(wave.sent)}`);
  say(context, `${which}: ${counted(queued, "mail is", "mails are")} queued. ${wasSent(wave.sent)}`);
  if (!yes)
    await confirmed(context, {
      question: `Take back ${counted(queued, "mail")}? These people then count as not notified.`,
      refusal: "Nothing was taken back.",
      hint: "Give --yes to take them back without being asked.",
    });
  say(context, await cancelledText(context, number, queued));
}
