import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { ifMissing } from "../../lib/caught.ts";
import { type MailRoute, routeSettings } from "../../settings/hosts.ts";
import { WrongSetupError } from "../errors/stackError.ts";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { writeWhole } from "../../lib/writeWhole.ts";

/**
 * Records in a data folder how its mails leave, to protect a later command that lacks the mail settings: its
 * mails would become files and count as sent. Only a stack that runs until it is stopped, and says where mails
 * go, may go back to files.
 * @throws WrongSetupError for such a command; the operating system's error
 */
export async function noteMailRoute(dataFolder: string, route: MailRoute["kind"], { command = false }): Promise<void> {
  const note = join(dataFolder, inDataFolder.mailRoute);
  const before = await readNote(note);
  if (route !== "none") {
    if (before !== route) await writeWhole(note, `${route}\n`);
  } else if (!command) {
    await rm(note, { force: true });
  } else if (before !== "") {
    throw new WrongSetupError(
      `Mails of ${dataFolder} have left by ${before}. ${routeSettings.join(" and ")} are not set here, so they would become files that nobody gets, and count as sent. Set what npm start has; to go back to files, run npm start without them.`,
    );
  }
}

/** The text of a record; empty where there is none. */
const readNote = async (note: string): Promise<string> => (await readFile(note, "utf8").catch(ifMissing(""))).trim();
