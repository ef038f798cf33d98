/** Display name of a session's user: the e-mail address, or the phone number if there is none. */
export function userName({ user: { email, phone } }: { user: { email?: unknown; phone?: unknown } }): string {
  return String(email || phone || "");
}

/** A user's name in two parts, between which the line may break: before and from the @; a phone number has no second part. */
export function nameParts(user: string): [string, string] {
  const end = user.indexOf("@") + 1 || user.length;
  return [user.slice(0, end), user.slice(end)];
}
