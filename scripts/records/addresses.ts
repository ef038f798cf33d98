import { CliError } from "../cli/errors.ts";
import type { Pieces } from "../cli/inBatches.ts";
import { Problems } from "../cli/problems.ts";
import { readAddress } from "./readAddress.ts";

/** An address and where it was given. Messages name the place: the address is personal data and stays out of logs. */
export interface Given {
  where: string;
  email: string;
}

/** Addresses, each once, and the places that hold none, with the reason; those of a file as far as it has been read. */
export interface Addresses extends Pieces<Given> {
  malformed: Problems;
}

/**
 * The address in a text such as `Ada <ada@example.com>`; undefined where there is none, or where the name in front of it holds
 * the address of somebody else.
 */
export function addressIn(text: string): string | undefined {
  const read = readAddress(text);
  if (!("email" in read)) return undefined;
  const others = text
    .slice(0, Math.max(text.lastIndexOf("<"), 0))
    .split(/[\s,;<>()]+/u)
    .filter((word) => word.includes("@"))
    // Only from the beginning of quotes, as looking from each of thousands for the end takes minutes.
    .map((word) => word.replaceAll(/^["']+|(?<!["':])["':]+$/gu, ""));
  return others.every((word) => addressIn(word) === read.email) ? read.email : undefined;
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
  const byEmail = new Map<string, Given>();
  const malformed: string[] = [];
  for (const [index, text] of texts.entries()) {
    const [where, email] = [`address ${index + 1}`, addressIn(text)];
    if (email === undefined) malformed.push(where);
    else if (!byEmail.has(email)) byEmail.set(email, { where, email });
  }
  if (malformed.length > 0) throw new CliError("usage", `Not an e-mail address: ${malformed.join(", ")}.`);
  return { most: byEmail.size, pieces: [[...byEmail.values()]], malformed: new Problems() };
}
