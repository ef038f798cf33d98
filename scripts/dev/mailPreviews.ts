import { brand, defaultSiteUrl } from "../../server/contract/brand.ts";
import { isMessageKind, type MessageKind, messageParameters } from "../../server/mail/messages/parameters.ts";
import { renderMessage } from "../../server/mail/messages/render.ts";
import { samplesFor } from "../../server/mail/messages/samples.ts";

const samples = samplesFor({
  site: defaultSiteUrl,
  token: "0".repeat(64),
  imprint: `${brand} Ltd, 1 Harbour Street, London`,
  unconfirmedDays: 30,
  now: new Date(),
});

const escaped = (text: string): string =>
  text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");

/** Shows a mail as a mail program with light or dark colours does, independently of the browser's colours. */
const frame = (html: string, scheme: "light" | "dark") =>
  `<iframe title="${scheme}" loading="lazy" srcdoc="${escaped(html.replaceAll("(prefers-color-scheme:dark)", scheme === "dark" ? "all" : "not all"))}"></iframe>`;

function section(kind: MessageKind): string {
  const { subject, html, text } = renderMessage(kind, samples[kind]);
  return `<section id="${kind}"><h2>${escaped(subject)}</h2><p>${kind}</p>
<div>${frame(html, "light")}${frame(html, "dark")}<pre>${escaped(text)}</pre></div></section>`;
}

/** A page of every mail with sample contents: HTML in light and in dark, and text. */
export const mailsPage = (): string => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Mails</title><style>
body { font: 14px/1.4 system-ui, sans-serif; margin: 16px; background: #e7e5e4; }
div { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); gap: 12px; }
iframe, pre { box-sizing: border-box; width: 100%; height: 720px; margin: 0; border: 1px solid #a8a29e; background: #fff; }
pre { overflow: auto; padding: 12px; white-space: pre-wrap; }
</style></head><body>
${Object.keys(messageParameters).filter(isMessageKind).map(section).join("\n")}
</body></html>`;
