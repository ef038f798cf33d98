/**
 * The mailbox of an address in normal form, as far as its text shows: a plus begins a tag, and Gmail ignores dots. The same
 * rule as `email_mailbox` of supabase/migrations, by which the outbox counts (docs/decisions/0118).
 */
export function mailboxOf(email: string): string {
  const [local = "", domain = ""] = email.split("@");
  const [name = ""] = local.split("+");
  if (domain === "gmail.com" || domain === "googlemail.com") return `${name.replaceAll(".", "")}@gmail.com`;
  return `${name}@${domain}`;
}
