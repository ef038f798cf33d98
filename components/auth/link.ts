import { linkPattern } from "./session.ts";

const link = new RegExp(linkPattern, "u");

/** Whether an address carries what a sign-in link brings back. */
export function isLink({ search, hash }: Pick<URL, "search" | "hash">): boolean {
  return link.test(search + hash);
}

/** The address without it; a campaign in the query stays. */
export function withoutLink(href: string): string {
  const url = new URL(href);
  if (link.test(url.hash)) url.hash = "";
  for (const name of ["code", "error", "error_code", "error_description"]) url.searchParams.delete(name);
  return url.href;
}
