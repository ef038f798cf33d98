import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text as textOf } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import * as v from "valibot";
import { limits } from "../../server/contract/limits.ts";
import { emailField } from "../../server/contract/text.ts";
import type { Context } from "../cli/context.ts";
import { CliError } from "../cli/errors.ts";
import { isSystemError } from "../cli/writeError.ts";
import { restore } from "../csv/neutralise.ts";

/** An address and where it was given, which is what it is called: its text is personal data and stays out of logs. */
export interface Given {
  where: string;
  email: string;
}

/** Addresses, each once, and where there was something else. */
export interface Addresses {
  given: Given[];
  malformed: string[];
}

const addressColumn = /^e-?mail(?:[ _-]?address)?$/iu;
const record = v.object({ record: v.array(v.string()), info: v.object({ lines: v.number() }) });

function collect(cells: readonly { where: string; text: string }[]): Addresses {
  const byEmail = new Map<string, Given>();
  const malformed: string[] = [];
  for (const { where, text } of cells) {
    const read = v.safeParse(emailField(limits.email), text);
    if (!read.success) malformed.push(where);
    else if (!byEmail.has(read.output)) byEmail.set(read.output, { where, email: read.output });
  }
  return { given: [...byEmail.values()], malformed };
}

/** @throws CliError `usage` when one is no e-mail address. */
export function addressesOf(texts: readonly string[]): Addresses {
  const addresses = collect(texts.map((text, index) => ({ where: `address ${index + 1}`, text })));
  if (addresses.malformed.length > 0)
    throw new CliError("usage", `This is no e-mail address: ${addresses.malformed.join(", ")}.`);
  return addresses;
}

/**
 * Reads one address a line, or the column `email` of a CSV file, such as an export; `-` is stdin.
 * @throws CliError `failed` when the file cannot be read, `usage` when no column is called so.
 */
export async function addressesIn(
  { folder, in: input }: Pick<Context, "folder" | "in">,
  file: string,
): Promise<Addresses> {
  const content = file === "-" ? textOf(input) : readFile(resolve(folder, file), "utf8");
  const text = await content.catch((cause: unknown) => {
    throw isSystemError(cause) ? new CliError("failed", `${file} cannot be read (${cause.code}).`, { cause }) : cause;
  });
  const options = {
    bom: true,
    delimiter: [",", ";", "\t"],
    relaxColumnCount: true,
    relaxQuotes: true,
    skipEmptyLines: true,
  };
  const records = v.parse(v.array(record), parse(text, { ...options, info: true }));
  const [head] = records;
  const named = head?.record.findIndex((cell) => addressColumn.test(cell.trim())) ?? -1;
  if (named === -1 && head && head.record.length > 1)
    throw new CliError("usage", `${file} has several columns, and none is called email.`);
  const people = named === -1 ? records : records.slice(1);
  return collect(
    people.map(({ record: cells, info }) => ({
      where: `line ${info.lines}`,
      text: restore(cells[Math.max(named, 0)] ?? ""),
    })),
  );
}
