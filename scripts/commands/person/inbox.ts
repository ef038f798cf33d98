import { rm } from "node:fs/promises";
import { mailsAbout } from "../../../server/mail/inbox/mailsAbout.ts";
import type { BackendContext } from "../../cli/context.ts";

/** Files in the embedded stack's inbox that are about a person; a hosted project keeps no mails in files. */
export const inboxMails = async (
  { embedded, settings }: Pick<BackendContext, "embedded" | "settings">,
  email: string,
): Promise<string[]> => (embedded ? mailsAbout(settings.DATA_FOLDER.value, email) : []);

/** Deletes files; a file that is gone already is no error. @throws the operating system's error. */
export const removeFiles = async (files: readonly string[]): Promise<void> => {
  await Promise.all(files.map((file) => rm(file, { force: true })));
};
