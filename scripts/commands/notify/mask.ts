/** An address in a form that its owner and the operator recognise, and nobody else can use: `a…@example.com`. */
export function mask(email: string, { ellipsis }: { ellipsis: string }): string {
  const at = email.lastIndexOf("@");
  // Only characters that cannot reverse a terminal's line are shown of the domain.
  const domain = email.slice(at + 1).replaceAll(/[^\p{L}\p{N}.-]/gu, "?");
  const [first = ""] = email.slice(0, at);
  return `${/[\p{L}\p{N}]/u.test(first) ? first : "?"}${ellipsis}@${domain}`;
}
