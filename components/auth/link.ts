import { linkPattern } from "./session.ts";

const link = new RegExp(linkPattern, "u");

/** Whether an address belongs to a sign-in link. */
export function isLink({ search, hash }: Pick<URL, "search" | "hash">): boolean {
  return link.test(search + hash);
}

/** The address without the link's parts; a campaign in the query stays. */
export function withoutLink(href: string): string {
  const url = new URL(href);
  if (link.test(url.hash)) url.hash = "";
  for (const name of ["access_token", "refresh_token", "error", "error_code", "error_description"])
    url.searchParams.delete(name);
  return url.href;
}
