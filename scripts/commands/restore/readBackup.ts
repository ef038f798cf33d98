import { resolve } from "node:path";
import { readArchive } from "../../../server/embedded/backup/archive.ts";
import { openBackup, type OpenBackup } from "../../../server/embedded/backup/openBackup.ts";
import { megabytes } from "../../cli/amounts.ts";
import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { readError } from "../../cli/fileError.ts";
import { fileKind } from "../../cli/fileKind.ts";
import { say } from "../../cli/io.ts";
import { openInput } from "../../cli/openInput.ts";
import { progressBar } from "../../cli/progressBar.ts";

/** Says what a file that is not a backup is, by its first bytes: backups are compressed by gzip (RFC 1952). */
function refuseOther(name: string, head: Buffer): void {
  if (head[0] === 0x1f && (head[1] ?? 0x8b) === 0x8b) return;
  const { is = "not a backup", hint = "Give a file that npx prelaunch backup wrote." } = fileKind(head) ?? {};
  throw new CliError("failed", `${name} is ${is}.`, { hint });
}

/**
 * Reads the beginning of a backup and hands the rest to `work`, which must have read it when its promise resolves.
 * @throws CliError `failed` when the file cannot be read or is no backup, BackupError when it is damaged, and what `work` throws.
 */
export async function readBackup(
  context: Context,
  file: string,
  work: (backup: OpenBackup) => Promise<void>,
): Promise<void> {
  const path = resolve(context.folder, file);
  const handle =
    file === "-"
      ? undefined
      : await openInput(path, context.signal).catch((cause: unknown) => {
          throw readError(path, cause);
        });
  const bar = handle && progressBar(context, (await handle.stat()).size, 0, megabytes);
  let bytes = 0;
  const log = (line: string) => {
    bar?.end();
    say(context, line);
  };
  try {
    await readArchive(
      handle ? handle.createReadStream() : process.stdin,
      async (entries) => work(await openBackup(entries, log)),
      context.signal,
      (chunk) => {
        if (bytes === 0) refuseOther(file === "-" ? "stdin" : path, chunk);
        bytes += chunk.length;
        bar?.at(bytes);
      },
    );
  } finally {
    bar?.end();
  }
}
