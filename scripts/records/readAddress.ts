import * as v from "valibot";
import { limits } from "../../server/contract/limits.ts";
import { isAddress as isTidyAddress } from "../../server/contract/emailAddress.ts";
import { emailField } from "../../server/contract/text.ts";
import { restore } from "../csv/neutralise.ts";

const named = /<([^<>]*)>\s*$/u;
const link = /^mailto:([^?]*)/iu;

/** The address within `Ada <ada@example.com>`, `<ada@example.com>` or `mailto:ada@example.com?subject=x`. */
const unwrapAddress = (cell: string): string => {
  const text = cell.trim();
  const inner = named.exec(text)?.[1] ?? text;
  return (link.exec(inner.trim())?.[1] ?? inner).trim();
};

const address = emailField(limits.email);

/** Reads a cell, its apostrophe for spreadsheets removed, as an address in normal form. */
export function readAddress(cell: string): { email: string } | { problem: string } {
  const text = cell.trim();
  // Nearly all cells are a plain address already, with nothing around it.
  if (text.length <= limits.email && isTidyAddress(text)) return { email: text.toLowerCase() };
  const read = v.safeParse(address, unwrapAddress(cell));
  return read.success ? { email: read.output } : { problem: read.issues[0].message };
}

/** Whether a cell, as it is in the file, holds an address. */
export const isAddress = (cell: string): boolean => cell.includes("@") && "email" in readAddress(restore(cell.trim()));
