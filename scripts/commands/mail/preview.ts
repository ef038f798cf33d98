import type { Context } from "../../cli/context.ts";
import { write } from "../../cli/io.ts";
import { sampleContent } from "./samples.ts";

/** Options of `mail preview`, as commander gives them. */
export interface PreviewOptions {
  html?: true;
}

/**
 * Prints a mail with made-up contents.
 * @throws CliError `usage` for an unknown kind, `configuration`.
 */
export async function previewMail(context: Context, kind: string, { html }: PreviewOptions): Promise<void> {
  const mail = sampleContent(kind, context);
  await write(context.out, html ? mail.html : `Subject: ${mail.subject}\n\n${mail.text}`);
}
