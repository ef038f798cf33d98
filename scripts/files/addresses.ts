import * as v from "valibot";
import { slugOf, tidyLine, trimUnseen } from "../../server/contract/characters.ts";
import { limits } from "../../server/contract/limits.ts";
import { tidyAddress } from "../../server/contract/emailAddress.ts";
import { emailField } from "../../server/contract/text.ts";
import { CliError } from "../data/errors.ts";
import { restore } from "./csv.ts";

/** An address and where it was given. Messages name the place: the address is personal data and stays out of logs. */
export interface Given {
  where: string;
  email: string;
}

const address = emailField(limits.email);
const several = "Give one email address, not several.";

/** Normalises a header or a word for comparisons: lower case, no accents, letters and digits only. */
export const normalName = (text: string): string =>
  text
    .replaceAll("ß", "ss")
    .replaceAll(/[äöü]/giu, (umlaut) => `${umlaut}e`)
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/gu, "");

/** The text of a cell, without what keeps a spreadsheet from changing it: an apostrophe, or `="text"`. */
export const cellText = (cell: string): string => restore(/^="([^"]*)"$/u.exec(cell.trim())?.[1] ?? cell.trim());

/**
 * Reads the tags of a cell. They are separated by commas, semicolons and bars, or with `spaced` also by spaces;
 * quotes keep a tag together, as Mailchimp writes them. JSON's `["a","b"]` and PostgreSQL's `{a,b}` are read, too.
 * Accents are removed, and other characters that a tag cannot hold become hyphens. `unusable` are the tags of which
 * nothing is left.
 */
export function readTags(text: string, spaced: boolean): { tags: string[]; unusable: string[] } {
  const inner = /^(?:\[(.*)\]|\{(.*)\})$/su.exec(text.trim()) ?? [];
  const listed = inner[1] ?? inner[2] ?? text;
  const words = listed.match(spaced ? /"[^"]+"|[^\s,;|"]+/gu : /"[^"]+"|[^,;|"]+/gu) ?? [];
  const tags = new Set<string>();
  const unusable: string[] = [];
  for (const word of words.filter((one) => one.trim() !== "")) {
    const slug = slugOf(word).replaceAll(/[^a-z0-9]+/gu, "-");
    const tag = slug.slice(0, 32).replaceAll(/^-|-+$/gu, "");
    if (tag === "") unusable.push(word.trim());
    else tags.add(tag);
  }
  return { tags: [...tags], unusable };
}

/** The time of a spreadsheet's day in whole ms since 1970, whose first day has the number 25,569. */
export const serialToMs = (serial: number): number => Math.round((serial - 25_569) * 86_400_000);

/**
 * Reads `ada@example.com`, `Ada <ada@example.com>` or `mailto:ada@example.com?subject=x`; of several addresses none
 * is read.
 */
export function readAddress(text: string): { email: string } | { problem: string } {
  const whole = trimUnseen(text);
  const [, before = "", inner = whole] = /^([^]*)<([^<>]*)>$/u.exec(whole) ?? [];
  const bare = (/^mailto:([^?]*)/iu.exec(inner.trim())?.[1] ?? inner).trim();
  const read = v.safeParse(address, bare);
  if (!read.success)
    return { problem: (text.match(/@/gu)?.length ?? 0) > 1 && /[,;\s]/u.test(bare) ? several : read.issues[0].message };
  // A name may be the address itself; another person's must not be lost.
  const others = before.split(/[\s,;<>()"']+/u).filter((word) => word.includes("@"));
  const isSame = (word: string) => word.replace(/:$/u, "").toLowerCase() === read.output;
  return others.every(isSame) ? { email: read.output } : { problem: several };
}

/**
 * Turns a search text into the form in which addresses are stored. It may be a whole address or a part, such as a
 * domain with an umlaut.
 */
export function searchedAddress(typed: string): string {
  const text = tidyLine(typed);
  const read = readAddress(text);
  if ("email" in read) return read.email;
  const part = text.includes("@") ? tidyAddress(text) : tidyAddress(`@${text.trim()}`).slice(1);
  return part.toLowerCase();
}

/** Whether an unchanged cell of a file holds an address. */
export const isAddress = (cell: string): boolean => cell.includes("@") && "email" in readAddress(cellText(cell));

/**
 * Reads the single address of an argument, in canonical form.
 * @throws CliError `usage` when it is none, without repeating it.
 */
export function requireAddress(text: string): string {
  const read = readAddress(text);
  if ("email" in read) return read.email;
  throw new CliError("usage", read.problem);
}

/** Reads addresses given as arguments, each once. @throws CliError `usage` when one of them is not an email address. */
export function addressesOf(texts: readonly string[]): Given[] {
  const byEmail = new Map<string, Given>();
  const malformed: string[] = [];
  for (const [index, text] of texts.entries()) {
    const [where, read] = [`address ${index + 1}`, readAddress(text)];
    if ("problem" in read) malformed.push(where);
    else if (!byEmail.has(read.email)) byEmail.set(read.email, { where, email: read.email });
  }
  if (malformed.length > 0) throw new CliError("usage", `Not an email address: ${malformed.join(", ")}.`);
  return [...byEmail.values()];
}

/**
 * Shortens an address to a form that its owner and the operator recognise, but nobody else can use:
 * `a…@example.com`.
 */
export function mask(email: string, ellipsis: string): string {
  const [first = ""] = email;
  const domain = email.slice(email.lastIndexOf("@") + 1);
  // Only characters that cannot reverse a terminal's line are shown.
  return `${first.replace(/[^\p{L}\p{N}]/u, "?")}${ellipsis}@${domain.replaceAll(/[^\p{L}\p{N}.-]/gu, "?")}`;
}
