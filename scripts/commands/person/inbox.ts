import { rm } from "node:fs/promises";
import { mailsAbout } from "../../../server/mail/inbox/mailsAbout.ts";
import type { BackendContext } from "../../cli/context.ts";

/** Files of the embedded stack's inbox about a person; a hosted project keeps no mails in files. */
export const inboxMails = async (
  { embedded, settings }: Pick<BackendContext, "embedded" | "settings">,
  email: string,
): Promise<string[]> => (embedded && settings.DATA_FOLDER ? mailsAbout(settings.DATA_FOLDER.value, email) : []);

/** Deletes files; one that has gone already is no error. @throws what the operating system says. */
export const removeFiles = async (files: readonly string[]): Promise<void> => {
  await Promise.all(files.map((file) => rm(file, { force: true })));
};
