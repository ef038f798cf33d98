import { type Context, mailSettings } from "../../cli/context.ts";
import { write } from "../../cli/io.ts";
import { addressOf } from "../../cli/settings.ts";
import { sampleContent } from "./samples.ts";

/** Options of `mail preview`, as commander gives them. */
export interface PreviewOptions {
  html?: true;
}

/** Where the links of a sample lead while no site is set. */
export const sampleSite = "https://example.com";

/**
 * Prints a mail with made-up contents.
 * @throws CliError `usage` for an unknown kind, `configuration`.
 */
export async function previewMail(context: Context, kind: string, { html }: PreviewOptions): Promise<void> {
  const { imprint } = mailSettings(context.settings);
  const mail = sampleContent(kind, addressOf("SITE_URL", context.settings) ?? sampleSite, imprint, context.clock());
  await write(context.out, html ? mail.html : `Subject: ${mail.subject}\n\n${mail.text}`);
}
