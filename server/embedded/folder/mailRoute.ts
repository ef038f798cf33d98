import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { WrongSetupError } from "../errors/stackError.ts";

/** How a stack's mails leave; `files` become files of its inbox folder, which nobody gets. */
export type MailRouteNote = "SMTP" | "Resend" | "files";

/**
 * Notes in a data folder how its mails leave, for a later command without the settings of that: its mails would become files
 * and count as sent. Only a stack that runs until it is stopped, and says where they go, may go back to files.
 * @throws WrongSetupError for such a command; the operating system's error
 */
export async function noteMailRoute(dataFolder: string, route: MailRouteNote, forCommand: boolean): Promise<void> {
  const note = join(dataFolder, "mail-route");
  const before = (await readFile(note, "utf8").catch(() => "")).trim();
  if (route !== "files") {
    if (before !== route) await writeFile(note, `${route}\n`, { mode: 0o600 });
  } else if (!forCommand) {
    await rm(note, { force: true });
  } else if (before !== "") {
    throw new WrongSetupError(
      `Mails of ${dataFolder} have left by ${before}. SMTP_URL and RESEND_API_KEY are not set here, so they would become files that nobody gets, and count as sent. Set what npm start has; to go back to files, run npm start without them.`,
    );
  }
}
