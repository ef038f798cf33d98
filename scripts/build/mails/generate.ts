import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { createElement } from "react";
import { render } from "@react-email/render";
import { runnerImport } from "vite";
import type * as mails from "../../../components/mails/allMails.tsx";
import type * as running from "../../../components/mails/prose.ts";
import type { MessageKind } from "../../../server/mail/messages/parameters.ts";
import { plainText } from "../../../server/mail/messages/plainText.ts";

/** Imports a module as Vite reads it. */
async function load<Module>(path: string): Promise<Module> {
  const { module } = await runnerImport<Module>(`/${path}`, { configFile: false });
  return module;
}

/**
 * Replaces each `template` by a comment for Outlook, and removes React's own comments. Each block begins on a new
 * line, so that a diff shows where a change is.
 */
const tidy = (html: string): string =>
  html
    .replaceAll(/<!--(?:\/?\$|html|head|body| )-->/gu, "")
    .replaceAll(/<template>(.*?)<\/template>/gsu, "<!--[if mso]>$1<![endif]-->")
    .replaceAll(/<(?=(?:table|tr|td|p|h\d|div|meta|title|style|body)[ >])/gu, "\n<");

const literal = (text: string): string => `\`${text.replaceAll(/[\\`]|\$(?=\{)/gu, "\\$&")}\``;

function formatted(source: string): string {
  const oxfmt = fileURLToPath(new URL("../../../node_modules/.bin/oxfmt", import.meta.url));
  return execFileSync(oxfmt, ["--stdin-filepath", "generated.ts"], { input: source, encoding: "utf8" });
}

/** The attributes that React writes for each element of running text. */
async function proseAttributes(): Promise<Record<string, { class: string; style: string }>> {
  const attributes: Record<string, { class: string; style: string }> = {};
  const { prose } = await load<typeof running>("components/mails/prose.ts");
  for (const [tag, look] of Object.entries(prose)) {
    const html = await render(createElement("span", look));
    const read = (name: string) =>
      new RegExp(`${name}="([^"]*)"`, "u").exec(html)?.[1]?.replaceAll("&#x27;", "'") ?? "";
    attributes[tag] = { class: read("class"), style: read("style") };
  }
  return attributes;
}

/** Renders every mail once. Returns the generated files, by their path from the root; `format` formats TypeScript. */
export async function generateMails(format = formatted): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const entries: string[] = [];
  const { allMails, hostedMails } = await load<typeof mails>("components/mails/allMails.tsx");
  const templates: Record<MessageKind, mails.MailTemplate> = allMails;
  for (const [kind, { subject, element }] of Object.entries(templates)) {
    const html = tidy(await render(element));
    const text = plainText(html).replace("{{bodyHtml}}", "{{bodyText}}");
    entries.push(
      `${JSON.stringify(kind)}: {subject: ${literal(subject)}, text: ${literal(text)}, html: ${literal(html)}}`,
    );
  }
  // These mails get the placeholders of a hosted project.
  for (const [kind, { element }] of Object.entries(hostedMails)) {
    const filled = tidy(await render(element))
      .replaceAll("{{site}}", "{{ .SiteURL }}")
      .replaceAll(/\{\{token(?:Lines)?\}\}/gu, "{{ .TokenHash }}")
      .replaceAll("{{imprint}}", "");
    files.set(`supabase/templates/${kind}.html`, `${filled}\n`);
  }
  const source = `// Generated from components/mails/ by \`npm run mails\`; a test checks that it is current.
import type { MessageKind } from "./parameters.ts";

/** Attributes of the elements in a mail that an operator writes. */
export const prose = ${JSON.stringify(await proseAttributes())};

/** Every mail with placeholders for what is known when it is sent; filled by \`renderMessage\`. */
export const templates: Record<MessageKind, { subject: string; text: string; html: string }> = {${entries.join(",")}};
`;
  files.set("server/mail/messages/generated.ts", format(source));
  return files;
}
