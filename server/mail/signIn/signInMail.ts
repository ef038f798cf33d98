import type { MailContent } from "../mail.ts";
import type { SignInMailKind } from "../messages/parameters.ts";
import { renderMessage } from "../messages/render.ts";

/**
 * Renders a mail with a sign-in link. The link opens the page, which spends the token by POST, so that mail scanners, which
 * follow links by GET, spend nothing. `supabase/templates/` has the same mails for hosted projects, with GoTrue's
 * placeholders instead of site and token.
 */
export const signInMail = (kind: SignInMailKind, siteUrl: string, tokenHash: string): MailContent =>
  renderMessage(kind, { site: siteUrl, token: tokenHash });
