import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { Email } from "postal-mime";
import { brand } from "../../contract/brand.ts";

/** A mail of the inbox, with its file name. */
export interface InboxMail extends Email {
  name: string;
}

const style = `
:root { color-scheme: light dark; } * { box-sizing: border-box; }
body { margin: 0 auto; padding: 1rem; max-width: 60rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
ul { list-style: none; padding: 0; } li { border-top: 1px solid; } li a, summary { display: block; padding: .75rem 0; }
iframe { width: 100%; height: 70vh; border: 1px solid; background: #fff; } pre { white-space: pre-wrap; }
`;

// The script is not inside the template below, as reformatting that would change the content whose hash the
// policy has.
const styleElement = raw(`<style>${style}</style>`);

/** The policy of the inbox's pages: they may show themselves, and a mail in a frame. */
export const pagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
  "frame-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The policy of a mail in its frame: it may open links in new windows, and fetches nothing. */
export const mailPolicy = [
  "default-src 'none'",
  "img-src data:",
  "style-src 'unsafe-inline'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "sandbox allow-popups allow-popups-to-escape-sandbox",
].join("; ");

const document = (title: string, body: unknown) =>
  html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width,initial-scale=1" />
        <title>${title} · ${brand} inbox</title>
        ${styleElement}
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html>`;

const people = (list: Email["to"]): string =>
  (list ?? []).map(({ name, address }) => (name ? `${name} <${address}>` : (address ?? ""))).join(", ");
/** Formats a date. The parser returns dates that it understands in ISO 8601, and others as they were written. */
const dateOf = ({ date = "no date" }: Email): string =>
  date.replace(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d).*Z$/u, "$1, $2 UTC");
const subjectOf = (mail: Email): string => mail.subject || "(no subject)";

/** The list of mails. `at` is the address of the inbox, with a slash at the end. */
export const listPage = (mails: readonly InboxMail[], at: string) =>
  document(
    "Mails",
    html`<h1>Mails that ${brand} would send</h1>
      <p>
        No mail server is set, so they are files in the data folder and nobody was sent anything.
        <a href="${at}">Look again</a>
      </p>
      ${mails.length === 0 ? html`<p>None yet. Join the waitlist, and its mail appears here.</p>` : ""}
      <ul>
        ${mails.map(
          (mail) =>
            html`<li>
              <a href="${at}mails/${encodeURIComponent(mail.name)}"
                ><strong>${subjectOf(mail)}</strong> <small>to ${people(mail.to)} · ${dateOf(mail)}</small></a
              >
            </li>`,
        )}
      </ul>`,
  );

/** One mail as HTML, with its plain text and headers below. */
export const mailPage = (mail: InboxMail, at: string) =>
  document(
    subjectOf(mail),
    html`<p><a href="${at}">All mails</a></p>
      <h1>${subjectOf(mail)}</h1>
      <p>From ${people(mail.from ? [mail.from] : [])} to ${people(mail.to)}, ${dateOf(mail)}</p>
      <iframe
        title="The mail"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
        src="${at}mails/${encodeURIComponent(mail.name)}/html"
      ></iframe>
      <details>
        <summary>Plain text</summary>
        <pre>${mail.text ?? ""}</pre>
      </details>
      <details>
        <summary>Headers</summary>
        <pre>${mail.headers.map(({ originalKey, value }) => `${originalKey}: ${value}`).join("\n")}</pre>
      </details>`,
  );

const head = /<head\b[^>]*>/iu;
const base = '<base target="_blank">';

/** The HTML of a mail. Its links open new windows, as pages inside the frame could not run scripts. */
export const mailDocument = ({ html: text = "" }: InboxMail): string =>
  head.test(text) ? text.replace(head, (found) => found + base) : base + text;
