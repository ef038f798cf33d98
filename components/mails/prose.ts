import type { CSSProperties } from "react";
import { colors, display, light } from "./look.ts";

interface Look {
  className: string;
  style: CSSProperties;
}

const ink = colors("ink");
const heading = (fontSize: number, lineHeight: number, margin: string): Look => ({
  className: ink.className,
  style: { ...ink.style, margin, fontFamily: display, fontSize, lineHeight: `${lineHeight}px`, fontWeight: 600 },
});
const body = (margin: string): Look => ({
  className: ink.className,
  style: { ...ink.style, margin, fontSize: 16, lineHeight: "26px" },
});

/** Styles of body text, in our mails and in an operator's text. */
export const prose = {
  h1: heading(32, 38, "0 0 16px"),
  h2: heading(22, 28, "32px 0 12px"),
  h3: heading(18, 24, "24px 0 8px"),
  p: body("0 0 16px"),
  a: { className: "on-sea", style: { ...colors("sea").style, textDecoration: "underline" } },
  ul: { className: "", style: { margin: "0 0 16px", paddingLeft: 24 } },
  ol: { className: "", style: { margin: "0 0 16px", paddingLeft: 24 } },
  li: body("6px 0"),
  blockquote: {
    className: "",
    style: { margin: "0 0 16px", paddingLeft: 16, borderLeft: `3px solid ${light.gold}` },
  },
  code: { className: "", style: { fontFamily: "Menlo, Consolas, monospace", fontSize: 14 } },
  pre: {
    className: "on-ink in-paper",
    style: {
      ...colors("ink", "paper").style,
      margin: "0 0 16px",
      padding: 12,
      fontFamily: "Menlo, Consolas, monospace",
      fontSize: 14,
      lineHeight: "20px",
      whiteSpace: "pre-wrap",
      wordBreak: "break-word",
    },
  },
  /** A cell of a table of figures, which only the operator's mails have. */
  td: {
    className: "on-ink edge",
    style: {
      ...ink.style,
      padding: "8px 0",
      borderBottom: `1px solid ${light.rule}`,
      fontSize: 16,
      lineHeight: "24px",
    },
  },
  hr: {
    className: "edge",
    style: { margin: "24px 0", border: 0, borderTop: `1px solid ${light.rule}` },
  },
} satisfies Record<string, Look>;
