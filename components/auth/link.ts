import { linkPattern } from "./session.ts";

const link = new RegExp(linkPattern, "u");

/** Whether an address carries what a sign-in link brings back. */
export function isLink({ search, hash }: Pick<URL, "search" | "hash">): boolean {
  return link.test(search + hash);
}

/** What a link of our mails is for. The last also stands for what is none of these: the backend judges it by its token. */
const kinds = ["signup", "magiclink", "recovery", "email"] as const;

/** What the link of a mail has for `verifyOtp`. */
export interface LinkToken {
  token_hash: string;
  type: (typeof kinds)[number];
}

/** What a link of our mails has for `verifyOtp`; undefined for another address. */
export function linkToken({ hash }: Pick<URL, "hash">): LinkToken | undefined {
  const given = new URLSearchParams(hash.slice(1));
  const token_hash = given.get("token_hash");
  const type = kinds.find((kind) => kind === given.get("type")) ?? "email";
  return token_hash ? { token_hash, type } : undefined;
}

/** The address without it; a campaign in the query stays. */
export function withoutLink(href: string): string {
  const url = new URL(href);
  if (link.test(url.hash)) url.hash = "";
  for (const name of ["error", "error_code", "error_description"]) url.searchParams.delete(name);
  return url.href;
}
