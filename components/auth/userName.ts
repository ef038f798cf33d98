import type { Session } from "@supabase/supabase-js";

/** What to call the user of a session: the e-mail address, or the phone number of a user without one. */
export function userName({ user }: Session): string {
  return user.email ?? user.phone ?? "";
}
