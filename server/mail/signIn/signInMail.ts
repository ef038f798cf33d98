import { brand } from "../../contract/brand.ts";
import type { MailContent } from "../mail.ts";

/** What a sign-in mail is for. */
export type SignInMailKind = "signup" | "magiclink" | "recovery";

const copy: Record<SignInMailKind, { subject: string; sentence: string; action: string }> = {
  signup: {
    subject: `Confirm your e-mail address for ${brand}`,
    sentence: `Somebody, probably you, signed up at ${brand} with this address. Follow this link to confirm that it is yours:`,
    action: "Confirm and sign in",
  },
  magiclink: {
    subject: `Your sign-in link for ${brand}`,
    sentence: `Follow this link to sign in at ${brand}:`,
    action: "Sign in",
  },
  recovery: {
    subject: `Recover your ${brand} account`,
    sentence: `Follow this link to sign in at ${brand} without your password:`,
    action: "Sign in",
  },
};

const closing = "The link works once and for 15 minutes. If you did not ask for this mail, you need not do anything.";

/**
 * The mail that carries a sign-in link. The link opens the page, which spends the token by POST: programs that follow
 * links to look at them spend nothing. `supabase/templates/` holds the same mails for hosted projects, with GoTrue's
 * placeholders in place of the site and the token.
 */
export function signInMail(kind: SignInMailKind, siteUrl: string, tokenHash: string): MailContent {
  const { subject, sentence, action } = copy[kind];
  const link = `${siteUrl.replace(/\/$/u, "")}/#token_hash=${tokenHash}&type=${kind}`;
  return {
    subject,
    text: `${sentence}\n\n${link}\n\n${closing}\n`,
    html: `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${subject}</title>
  </head>
  <body style="margin: 0; padding: 24px; font: 16px/1.5 system-ui, sans-serif">
    <p>${sentence}</p>
    <p><a href="${link.replace("&", "&amp;")}">${action}</a></p>
    <p>${closing}</p>
  </body>
</html>
`,
  };
}
