import type { MailContent } from "../mail.ts";
import type { SignInMailKind } from "../messages/parameters.ts";
import { renderMessage } from "../messages/render.ts";

/**
 * Renders a mail with a sign-in link. The link opens the page, which spends the token by POST, so that mail scanners, which
 * follow links by GET, spend nothing. `supabase/templates/` has the same mails for hosted projects, with GoTrue's
 * placeholders instead of site and token, and without an imprint.
 */
export const signInMail = (kind: SignInMailKind, site: string, token: string, imprint = ""): MailContent =>
  renderMessage(kind, { site, token, imprint });
