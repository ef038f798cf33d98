import { counted } from "../cli/amounts.ts";
import type { Context } from "../cli/context.ts";
import { CliError } from "../cli/errors.ts";
import { say, type Speaker } from "../cli/io.ts";
import { restore } from "../csv/neutralise.ts";
import type { SourceRecord } from "../csv/sourceRecord.ts";
import { readAddress } from "./readAddress.ts";
import { sayHidden } from "./sayHidden.ts";
import { openSource } from "./source/openSource.ts";

/** An address and where it was given. Messages name the place: the address is personal data and stays out of logs. */
export interface Given {
  where: string;
  email: string;
}

/** The addresses, each once, and the places that hold none, with the reason. */
export interface Addresses {
  given: Given[];
  malformed: { where: string; reason: string }[];
}

const addressColumn = /^e-?mail(?:[ _-]?address)?$/iu;

/**
 * The address in a text such as `Ada <ada@example.com>`; undefined where there is none, or where the name in front of it holds
 * the address of somebody else.
 */
function addressIn(text: string): string | undefined {
  const read = readAddress(text);
  if (!("email" in read)) return undefined;
  const others = text
    .slice(0, Math.max(text.lastIndexOf("<"), 0))
    .split(/[\s,;<>()]+/u)
    .filter((word) => word.includes("@"))
    .map((word) => word.replaceAll(/^["']+|["':]+$/gu, ""));
  return others.every((word) => addressIn(word) === read.email) ? read.email : undefined;
}

function collect(cells: readonly { where: string; text: string; reason?: string | undefined }[]): Addresses {
  const byEmail = new Map<string, Given>();
  const malformed: Addresses["malformed"] = [];
  for (const { where, text, reason } of cells) {
    const email = addressIn(text);
    if (reason !== undefined || email === undefined)
      malformed.push({ where, reason: reason ?? "not an e-mail address" });
    else if (!byEmail.has(email)) byEmail.set(email, { where, email });
  }
  return { given: [...byEmail.values()], malformed };
}

/** Reads the one address that an argument takes, in its normal form. @throws CliError `usage` when it is none, without repeating it. */
export function requireAddress(text: string): string {
  const email = addressIn(text);
  if (email !== undefined) return email;
  const read = readAddress(text);
  throw new CliError("usage", "problem" in read ? read.problem : "Give one e-mail address, not two.");
}

/** Reads addresses given as arguments. @throws CliError `usage` when one of them is not an e-mail address. */
export function addressesOf(texts: readonly string[]): Addresses {
  const addresses = collect(texts.map((text, index) => ({ where: `address ${index + 1}`, text })));
  if (addresses.malformed.length > 0)
    throw new CliError("usage", `Not an e-mail address: ${addresses.malformed.map(({ where }) => where).join(", ")}.`);
  return addresses;
}

/**
 * Reads one address a line, or the column `email` of a CSV file or a workbook, such as an export; `-` is stdin. A line with
 * more or fewer fields than the first one gives no address, since the field in that place may be another person's.
 * @throws CliError `failed` when the file cannot be read, `usage` when no column has that name.
 */
export async function addressesIn(
  context: Pick<Context, "folder" | "in" | "signal"> & Speaker,
  path: string,
): Promise<Addresses> {
  const { folder, in: input, signal } = context;
  const source = await openSource(path, { folder, input, signal });
  // The people meant may be in another sheet.
  if (source.workbook) say(context, `Reading ${source.description}`);
  const records: SourceRecord[] = [];
  try {
    for await (const some of source.records()) records.push(...some);
  } finally {
    await source.close();
  }
  sayHidden(context, records.filter(({ hidden }) => hidden).length);
  const line = ({ cells }: SourceRecord) => cells.join(source.delimiter);
  const head = records.find(({ broken }) => broken === undefined);
  const named = head?.cells.findIndex((cell) => addressColumn.test(cell.trim())) ?? -1;
  // An address may contain a bar, and a name a comma, which elsewhere are delimiters. A workbook tells its columns apart, of
  // which a title above them is one.
  const wide = source.workbook
    ? records.some(({ cells }) => cells.length > 1)
    : head && head.cells.length > 1 && addressIn(line(head)) === undefined;
  if (named === -1 && wide)
    throw new CliError("usage", `${path === "-" ? "stdin" : path} has several columns, and none is called email.`, {
      hint: 'Name the column of addresses "email" in the first line. If a title is above it, delete that.',
    });
  return collect(
    records.flatMap((record) => {
      if (named !== -1 && record === head) return [];
      const text = restore(named === -1 ? line(record) : (record.cells[named] ?? ""));
      const uneven = named !== -1 && head && record.cells.length !== head.cells.length;
      const fields = uneven
        ? `The line has ${counted(record.cells.length, "field")} instead of ${head.cells.length}.`
        : undefined;
      return [{ where: `line ${record.line}`, text, reason: record.broken ?? fields }];
    }),
  );
}
