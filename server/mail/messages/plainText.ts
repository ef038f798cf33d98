import { convert, type FormatCallback } from "html-to-text";

const width = 76;

/** A link's label, with its address on a separate line. */
const alone: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 2 });
  walk(element.children, builder);
  builder.addInline(":");
  builder.addLineBreak();
  builder.addInline(element.attribs.href);
  builder.closeBlock({ trailingLineBreaks: 2 });
};

const milestone: FormatCallback = (element, walk, builder) => {
  builder.openBlock({ leadingLineBreaks: 1 });
  builder.addInline("- ");
  walk(element.children, builder);
  builder.closeBlock({ trailingLineBreaks: 1 });
};

const colon: FormatCallback = (_element, _walk, builder) => builder.addInline(": ");

/** The address of a link to write a mail, and after it the subject and the text that the link fills in. */
const filledIn = /(href="mailto:[^"?]*)\?[^"]*/gu;

/** The plain text of a mail's HTML, or of a part of it: lines of at most 76 characters, links never broken. */
export const plainText = (html: string): string =>
  convert(html.replaceAll(filledIn, "$1"), {
    wordwrap: width,
    longWordSplit: { forceWrapOnLimit: false },
    formatters: { alone, milestone, colon },
    selectors: [
      { selector: "*[data-skip-in-text=true]", format: "skip" },
      { selector: "a.alone", format: "alone" },
      { selector: "p.milestone", format: "milestone" },
      { selector: "p.milestone>br", format: "colon" },
      { selector: "h1", options: { uppercase: false } },
      { selector: "h2", options: { uppercase: false } },
      { selector: "h3", options: { uppercase: false } },
      { selector: "ul", options: { itemPrefix: "- " } },
      { selector: "a", options: { linkBrackets: ["<", ">"], hideLinkHrefIfSameAsText: true } },
    ],
  });
