import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { buffer } from "node:stream/consumers";
import { maxUpdateLength, renderUpdate, type Update, UpdateError } from "../../../server/mail/messages/renderUpdate.ts";
import type { Context } from "../../cli/context.ts";
import { CliError } from "../../cli/errors.ts";
import { isSystemError } from "../../cli/writeError.ts";

/** Bytes after which a file is too long whatever it holds: UTF-8 has four for a character at most. */
const mostBytes = 4 * maxUpdateLength + 4;

/** An update as it is sent, and what tells its text from others (SHA-256, hex). */
export interface UpdateFile {
  update: Update;
  hash: string;
}

/**
 * Reads an update. Its hash is that of the text itself, without a byte order mark, kinds of line ends and empty lines at its
 * end, so that a later version of this program knows it again.
 * @throws CliError `failed` when the file cannot be read or cannot go out as it is.
 */
export async function readUpdateFile({ folder }: Pick<Context, "folder">, file: string): Promise<UpdateFile> {
  const bytes = await buffer(createReadStream(resolve(folder, file), { end: mostBytes })).catch((cause: unknown) => {
    throw isSystemError(cause) ? new CliError("failed", `${file} cannot be read (${cause.code}).`, { cause }) : cause;
  });
  const text = decode(bytes, file);
  try {
    const source = text.replaceAll(/\r\n?/gu, "\n").trimEnd();
    return { update: renderUpdate(text), hash: createHash("sha256").update(source).digest("hex") };
  } catch (cause) {
    throw cause instanceof UpdateError ? new CliError("failed", `${file}: ${cause.message}`, { cause }) : cause;
  }
}

function decode(bytes: Buffer, file: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    // Of a file that is too long the last character may have been cut.
    const reason = bytes.length > mostBytes ? `Longer than ${maxUpdateLength} characters.` : "It is not UTF-8 text.";
    throw new CliError("failed", `${file}: ${reason}`, { cause });
  }
}
