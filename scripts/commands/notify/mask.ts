/** An address that its owner and the operator recognise, and a passer-by cannot use: `a…@example.com`. */
export function mask(email: string, { ellipsis }: { ellipsis: string }): string {
  const at = email.lastIndexOf("@");
  // A domain is shown in letters that cannot turn a terminal's line around.
  const domain = email.slice(at + 1).replaceAll(/[^\p{L}\p{N}.-]/gu, "?");
  const [first = ""] = email.slice(0, at);
  return `${/[\p{L}\p{N}]/u.test(first) ? first : "?"}${ellipsis}@${domain}`;
}
