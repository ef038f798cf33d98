/** What to call the user of a session: the e-mail address, or the phone number of a user without one. */
export function userName({ user: { email, phone } }: { user: { email?: unknown; phone?: unknown } }): string {
  return String(email || phone || "");
}
