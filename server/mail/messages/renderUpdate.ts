import MarkdownIt, { type RendererRule, type Token } from "markdown-it";
import { prose } from "./generated.ts";
import { placeholders, type Update, unknownWord, withPersonal } from "./personal.ts";
import { hasControls, maxProseLength } from "./parameters.ts";
import { plainText } from "./plainText.ts";

/** The Markdown cannot be sent; the message says what is wrong, and in which line. */
export class UpdateError extends Error {
  override readonly name = "UpdateError";
}

/** Longest body in characters of Markdown. */
export const maxUpdateLength = 20_000;

/** Longest body in bytes of HTML: with its frame, a mail stays below what Gmail cuts off, and the link to unsubscribe is at its end. */
const maxHtmlBytes = 90_000;
const maxSubjectLength = 150;
const preheaderLength = 140;

const attributes = new Map(Object.entries(prose));

/** What is left of a character outside the BMP that was cut in the middle. */
const halfCharacter = /\p{Cs}$/u;

function refuseControls(text: string): void {
  if (hasControls(text)) throw new UpdateError("Holds a control character.");
}

function refuse(token: Token, reason: string): never {
  throw new UpdateError(token.map ? `Line ${token.map[0] + 1}: ${reason}` : reason);
}

const noHtml = "raw HTML is not sent; write Markdown.";

/** What our mails do not use, and why it is refused, by the type or tag of its token. */
const refused = new Map([
  ["image", "a mail carries no pictures."],
  ["html_block", noHtml],
  ["html_inline", noHtml],
  // On a phone and in the text form its columns would not line up.
  ["table", "a mail carries no tables; write a list."],
  ["s", "words cannot be crossed out, as the text form would show them like any other."],
  ...["h4", "h5", "h6"].map((tag) => [tag, "headings below the subject are ## or ###."] as const),
]);

/** Styles an element like the rest of the mail; refuses elements that our mails do not use. */
function dress(token: Token, line: Token): void {
  const reason = refused.get(token.tag) ?? refused.get(token.type);
  if (reason !== undefined) refuse(line, reason);
  if (token.nesting === -1) return;
  if (token.type === "link_open") token.attrSet("target", "_blank");
  const look = attributes.get(token.type === "fence" || token.type === "code_block" ? "pre" : token.tag);
  if (!look) return;
  if (look.class) token.attrSet("class", look.class);
  token.attrSet("style", look.style);
}

/** Parses, and collects links with a scheme that is not allowed in a mail. Raw HTML becomes tokens that differ from text. */
function createReader() {
  const refusedLinks: string[] = [];
  // Mail programs must not make links out of plain text. Syntax that CommonMark lacks is parsed, so that it is
  // refused instead of sent as it is.
  const markdown = new MarkdownIt("commonmark", { html: true, linkify: true });
  markdown.enable(["linkify", "table", "strikethrough"]);
  markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false }).add("//", null);
  markdown.validateLink = (url) => {
    const allowed = /^(?:https:\/\/|mailto:)[^\s\p{Cc}]+$/iu.test(url);
    if (!allowed) refusedLinks.push(url);
    return allowed;
  };
  const preformatted: RendererRule = (tokens, index, _options, _env, renderer) => {
    const token = tokens[index];
    return token ? `<pre${renderer.renderAttrs(token)}>${markdown.utils.escapeHtml(token.content)}</pre>\n` : "";
  };
  markdown.renderer.rules["fence"] = preformatted;
  markdown.renderer.rules["code_block"] = preformatted;
  return { markdown, refusedLinks };
}

/**
 * Renders an operator's Markdown (CommonMark) as the body of a mail to the list. Its first line is a heading, which is also the
 * mail's subject; inboxes show its first paragraph beside the subject.
 * @throws UpdateError for a missing subject, what is in `refused`, a link that is neither https nor mailto, or a text that is too long
 */
export function renderUpdate(source: string): Update {
  const text = source.replace(/^\ufeff/u, "").replaceAll(/\r\n?/gu, "\n");
  if (text.length > maxUpdateLength) throw new UpdateError(`Longer than ${maxUpdateLength} characters.`);
  refuseControls(text);
  const unknown = unknownWord(text);
  if (unknown !== undefined)
    throw new UpdateError(`There is no ${unknown}. The text may say ${placeholders.join(", ")}.`);
  const { markdown, refusedLinks } = createReader();
  const tokens = markdown.parse(withPersonal(text), {});
  const [opening, title] = tokens;
  if (opening?.tag !== "h1" || !title?.content) {
    throw new UpdateError('Line 1: begin with the subject as a heading, such as "# Invoices are done".');
  }
  if (refusedLinks[0] !== undefined)
    throw new UpdateError(`A link leads to "${refusedLinks[0]}": only https: and mailto: may.`);
  for (const token of tokens) {
    if (token !== opening && token.type === "heading_open" && token.tag === "h1")
      refuse(token, "only one heading is the subject.");
    dress(token, token);
    for (const child of token.children ?? []) dress(child, token);
  }
  const words = (token: Token | undefined) =>
    (token?.children ?? [])
      .map(({ type, content }) => (type.endsWith("break") ? " " : content))
      .join("")
      .replaceAll(/\s+/gu, " ")
      .trim();
  const subject = words(title);
  if (subject === "" || subject.length > maxSubjectLength)
    refuse(opening, `a subject has 1 to ${maxSubjectLength} characters.`);
  const firstParagraph = tokens[tokens.findIndex(({ type }) => type === "paragraph_open") + 1];
  const bodyHtml = markdown.renderer.render(tokens, markdown.options, {});
  // These are characters that the Markdown writes as entities, such as &#x202e;.
  refuseControls(bodyHtml);
  const tooLong =
    bodyHtml.length > maxProseLength
      ? `${maxProseLength} characters`
      : new TextEncoder().encode(bodyHtml).length > maxHtmlBytes && `${maxHtmlBytes} bytes`;
  if (tooLong) throw new UpdateError(`Longer than ${tooLong} as HTML: have fewer list items, links or headings.`);
  return {
    subject,
    preheader:
      firstParagraph?.type === "inline" && firstParagraph !== title
        ? words(firstParagraph).slice(0, preheaderLength).replace(halfCharacter, "")
        : "",
    bodyHtml,
    bodyText: plainText(bodyHtml),
  };
}
