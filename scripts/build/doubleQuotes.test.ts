import { describe, expect, it } from "vitest";
import { withDoubleQuotes } from "./doubleQuotes.ts";

describe("the strings of a script", () => {
  it("stand in double quotes", () => {
    expect(withDoubleQuotes("f(`a`,'b',`line\\n\"c\"`);")).toBe('f("a",\'b\',"line\\n\\"c\\"");');
  });

  it("stay as they are where they are templates", () => {
    const templates = "f(`${a}b`+tag`c`,`${g(d)}`)";
    expect(withDoubleQuotes(templates)).toBe(templates);
    expect(withDoubleQuotes("f(`${g(`a`)}`)")).toBe('f(`${g("a")}`)');
  });
});
