import { rm } from "node:fs/promises";
import { mailsAbout } from "../../../server/mail/inbox/mailsAbout.ts";
import type { BackendContext } from "../../cli/context.ts";
import { isSystemError, readError } from "../../cli/fileError.ts";

/**
 * Files in the embedded stack's inbox that are about a person; a hosted project keeps no mails in files.
 * @throws CliError `failed` if one cannot be read, as it may be about this person.
 */
export async function inboxMails(
  { embedded, settings }: Pick<BackendContext, "embedded" | "settings">,
  email: string,
): Promise<string[]> {
  if (!embedded) return [];
  return mailsAbout(settings.DATA_FOLDER.value, email).catch((cause: unknown) => {
    throw readError((isSystemError(cause) && cause.path) || "The inbox", cause);
  });
}

/** Deletes files; a file that is gone already is no error. @throws the operating system's error. */
export const removeFiles = async (files: readonly string[]): Promise<void> => {
  await Promise.all(files.map((file) => rm(file, { force: true })));
};
