import * as v from "valibot";
import type { MailContent } from "../mail.ts";
import { templates } from "./generated.ts";
import { messageParameters, type MessageKind, type MessageParameters } from "./parameters.ts";

/** A parameter of a mail is not allowed. The message names the parameters, never their values. */
export class MessageError extends Error {
  override readonly name = "MessageError";
}

const entities: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };
const escapeHtml = (text: string): string => text.replaceAll(/[&<>"']/gu, (character) => entities[character] ?? "");

/** Fills all placeholders in one pass, so that a value which looks like a placeholder is not replaced. */
const fill = (template: string, valueOf: (name: string) => string): string =>
  template.replaceAll(/\{\{(\w+)\}\}/gu, (_placeholder, name: string) => valueOf(name));

const lineLength = 24;

/** The HTML of a token in several lines. Copied into a browser, they become one again. */
const inLines = (token: string): string =>
  (token.match(new RegExp(`.{1,${lineLength}}`, "gu")) ?? []).map(escapeHtml).join("<br/>");

/**
 * Renders a mail from the HTML that `npm run mails` made of its component in components/mails/.
 * @throws MessageError for a parameter that is missing, unknown or not allowed in a mail
 */
export function renderMessage<Kind extends MessageKind>(kind: Kind, parameters: MessageParameters<Kind>): MailContent {
  const parsed = v.safeParse(messageParameters[kind], parameters);
  if (!parsed.success) {
    const names = parsed.issues.map((issue) => v.getDotPath(issue) ?? "parameters");
    throw new MessageError(`The mail ${kind} cannot be made: see ${[...new Set(names)].join(", ")}.`);
  }
  const values = new Map(Object.entries(parsed.output));
  const plain = (name: string) => String(values.get(name));
  const { subject, text, html } = templates[kind];
  const asHtml = (name: string): string => {
    if (name === "bodyHtml") return plain(name);
    // Mail programs that break no words may break the link before its query.
    if (name === "inviteLines") return escapeHtml(plain("inviteLink")).replaceAll(/\?|&amp;/gu, "<wbr/>$&");
    return name === "tokenLines" ? inLines(plain("token")) : escapeHtml(plain(name));
  };
  return {
    subject: fill(subject, plain),
    text: `${fill(text, plain).trim()}\n`,
    html: fill(html, asHtml),
  };
}
