import { describe, expect, it } from "vitest";
import { shortenMarkup } from "./shortMarkup.ts";

const body = (inner: string) => `<!doctype html><html><head></head><body>${inner}</body></html>`;

describe("the markup of a page", () => {
  it.each([
    ['<svg><rect x="1"></rect><path d="M0 0"></path></svg>', '<svg><rect x="1"/><path d="M0 0"/></svg>'],
    ["<ul><li>one</li><li><p>two</p></li></ul>", "<ul><li>one<li><p>two</p></ul>"],
    ["<dl><dt>a</dt><dd>b</dd></dl>", "<dl><dt>a<dd>b</dl>"],
    ['<input required="" autoComplete="email"/>', '<input required autocomplete="email">'],
    ["<div><p>one</p><p>two</p></div><p>three</p>", "<div><p>one<p>two</div><p>three</p>"],
    // What follows would become part of the paragraph, or the paragraph lies in a link.
    ["<p>one</p><small>two</small>", "<p>one</p><small>two</small>"],
    ["<a><p>one</p></a>", "<a><p>one</p></a>"],
  ])("leaves out what browsers add: %s", (long, short) => {
    expect(shortenMarkup(body(long))).toBe(body(short));
  });

  it("must be the same document", () => {
    expect(() => shortenMarkup(body("<ul><li>one</li> and two</ul>"))).toThrow("another document");
    expect(() => shortenMarkup(body('<script>"</li>"</script>'))).toThrow("another document");
    expect(() => shortenMarkup(body("<noscript><ul><li>one</li></ul></noscript>"))).toThrow("another document");
  });
});
