import { createHash } from "node:crypto";
import { resolve } from "node:path";
import { addAbortSignal } from "node:stream";
import { buffer } from "node:stream/consumers";
import { maxUpdateLength, renderUpdate, type Update, UpdateError } from "../../../server/mail/messages/renderUpdate.ts";
import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { openInput } from "../../cli/openInput.ts";
import { readError } from "../../cli/fileError.ts";

/** Bytes beyond which a file is too long whatever it holds: a character takes at most four bytes in UTF-8. */
const mostBytes = 4 * maxUpdateLength + 4;

/** An update as it is sent, and the hash that identifies its text (SHA-256, hex). */
export interface UpdateFile {
  update: Update;
  hash: string;
}

/**
 * Reads an update. Its hash is that of the text itself, without byte order mark, with line ends unified and empty lines at the
 * end removed, so that a later version of this program recognises it.
 * @throws CliError `failed` when the file cannot be read or cannot be sent as it is.
 */
export async function readUpdateFile(
  { folder, signal }: Pick<Context, "folder" | "signal">,
  file: string,
): Promise<UpdateFile> {
  const bytes = await begin(resolve(folder, file), signal).catch((cause: unknown) => {
    throw readError(file, cause);
  });
  const text = decode(bytes, file);
  try {
    const source = text.replaceAll(/\r\n?/gu, "\n").trimEnd();
    return { update: renderUpdate(text), hash: createHash("sha256").update(source).digest("hex") };
  } catch (cause) {
    throw cause instanceof UpdateError ? new CliError("failed", `${file}: ${cause.message}`, { cause }) : cause;
  }
}

/** Reads the beginning of a file: anything beyond it is too long anyway. */
async function begin(path: string, signal: AbortSignal): Promise<Buffer> {
  const handle = await openInput(path, signal);
  return buffer(addAbortSignal(signal, handle.createReadStream({ end: mostBytes })));
}

function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    // The last character of a file that is too long may have been cut.
    const reason = bytes.length > mostBytes ? `Longer than ${maxUpdateLength} characters.` : "It is not UTF-8 text.";
    throw new CliError("failed", `${file}: ${reason}`, { cause });
  }
}
