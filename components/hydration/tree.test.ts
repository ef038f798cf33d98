import { describe, expect, it } from "vitest";
import { readTree } from "./readTree.ts";
import { build } from "./tree.ts";

describe("a tree", () => {
  const html = '<p class="lead" tabindex="-1">Signed in as <strong>name<wbr>rest</strong> today</p>';
  const tree = readTree(html, ["name", "rest"]);

  it("is built as its markup was, with other texts in the place of some", () => {
    expect(build(tree, ["name", "rest"]).outerHTML).toBe(html);
    expect(build(tree, ["ada@", "example.com"]).textContent).toBe("Signed in as ada@example.com today");
  });

  it("reads no text as markup", () => {
    const element = build(tree, ["<img src=x onerror=alert(1)>", "&amp;"]);
    expect(element.querySelector("img")).toBeNull();
    expect(element.querySelector("strong")?.textContent).toBe("<img src=x onerror=alert(1)>&amp;");
  });

  it("has no node for an empty text, as React has none", () => {
    expect(build(tree, ["+4912345", ""]).querySelector("strong")?.childNodes).toHaveLength(2);
  });

  it("is refused where the markup is not what it can hold", () => {
    expect(() => readTree("<p>a<!-- -->b</p>", [])).toThrow("<p> holds a #comment");
    expect(() => readTree("<p>a</p><p>b</p>", [])).toThrow("not of one element");
    expect(() => readTree("<p>a</p>", ["b"])).toThrow("does not hold b");
  });
});
