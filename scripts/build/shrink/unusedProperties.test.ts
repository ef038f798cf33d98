import { describe, expect, it } from "vitest";
import { withoutUnusedProperties } from "./unusedProperties.ts";

describe("custom properties of a style sheet", () => {
  it("are removed where nothing reads them", () => {
    expect(withoutUnusedProperties("a{--tw-font-weight:600;font-weight:600}html{--left:;color:red}")).toBe(
      "a{font-weight:600}html{color:red}",
    );
  });

  it("are not taken for the browser's own properties that the minifier does not know", () => {
    expect(withoutUnusedProperties("a{text-box-edge:cap}")).toBe("a{text-box-edge:cap}");
  });

  it("are written out where nothing declares them: the fallback, or else the initial value", () => {
    const registered = '@property --tw-border-style{syntax:"*";inherits:false;initial-value:solid}';
    expect(withoutUnusedProperties(`${registered}a{border-style:var(--tw-border-style)}`)).toBe(
      "a{border-style:solid}",
    );
    expect(withoutUnusedProperties("a{line-height:var(--tw-leading,calc(7 / 4))}")).toBe("a{line-height:calc(7 / 4)}");
  });

  it("stay as they are where they are declared and read", () => {
    const used = ":root{--sea:#0b5968}a{color:var(--sea)}";
    expect(withoutUnusedProperties(used)).toBe(used);
    expect(withoutUnusedProperties("a{color:var(--of-the-browser)}")).toBe("a{color:var(--of-the-browser)}");
  });

  it("keep Tailwind's fallback for old browsers as long as one is registered and used", () => {
    const fallback = (name: string): string => `@layer properties{@supports (a:b){*{${name}:initial}}}`;
    const registered = (name: string): string => `@property ${name}{syntax:"*";inherits:false}`;
    expect(withoutUnusedProperties(`${fallback("--tw-x")}a{--tw-x:1}${registered("--tw-x")}`)).toBe("");
    expect(
      withoutUnusedProperties(`${fallback("--tw-y")}a{--tw-y:1}b{top:var(--tw-y)}${registered("--tw-y")}`),
    ).toContain("@layer properties");
  });
});
