/**
 * The mailbox that an address in its normal form leads to, as far as its text tells: what follows a plus is a tag, and Gmail
 * reads no dots. As `email_mailbox` of supabase/migrations, by which the outbox counts (docs/decisions/0118).
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const [name = ""] = local.split("+");
  if (domain === "gmail.com" || domain === "googlemail.com") return `${name.replaceAll(".", "")}@gmail.com`;
  return `${name}@${domain}`;
}
