import type { MailContent } from "../mail.ts";
import { renderMessage } from "../messages/render.ts";

/** What a sign-in mail is for. */
export type SignInMailKind = "signup" | "magiclink" | "recovery";

/**
 * The mail that carries a sign-in link. The link opens the page, which spends the token by POST: programs that follow
 * links to look at them spend nothing. `supabase/templates/` holds the same mails for hosted projects, with GoTrue's
 * placeholders in place of the site and the token.
 */
export const signInMail = (kind: SignInMailKind, siteUrl: string, tokenHash: string): MailContent =>
  renderMessage(kind, { site: siteUrl, token: tokenHash });
