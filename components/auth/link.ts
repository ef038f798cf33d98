import { linkPattern } from "./session.ts";

const link = new RegExp(linkPattern, "u");

/** Whether an address belongs to a sign-in link. */
export function isLink({ search, hash }: Pick<URL, "search" | "hash">): boolean {
  return link.test(search + hash);
}

/** Kinds of links in our mails. Any other kind counts as the last one: the backend recognises it by its token. */
const kinds = ["signup", "magiclink", "recovery", "email"] as const;

/** The arguments of `verifyOtp` from a mail link. */
export interface LinkToken {
  token_hash: string;
  type: (typeof kinds)[number];
}

/** Reads the arguments of `verifyOtp` from a mail link; undefined for any other address. */
export function linkToken({ hash }: Pick<URL, "hash">): LinkToken | undefined {
  const given = new URLSearchParams(hash.slice(1));
  const token_hash = given.get("token_hash");
  const type = kinds.find((kind) => kind === given.get("type")) ?? "email";
  return token_hash ? { token_hash, type } : undefined;
}

/** The address without the link's parts; a campaign in the query stays. */
export function withoutLink(href: string): string {
  const url = new URL(href);
  if (link.test(url.hash)) url.hash = "";
  for (const name of ["error", "error_code", "error_description"]) url.searchParams.delete(name);
  return url.href;
}
