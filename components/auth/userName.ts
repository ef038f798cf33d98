/** What to call the user of a session: the e-mail address, or the phone number of a user without one. */
export function userName({ user: { email, phone } }: { user: { email?: unknown; phone?: unknown } }): string {
  return String(email || phone || "");
}

/** A user's name in the two parts between which a line may break: up to the @, and from there on; a phone number has no second. */
export function nameParts(user: string): [string, string] {
  const end = user.indexOf("@") + 1 || user.length;
  return [user.slice(0, end), user.slice(end)];
}
