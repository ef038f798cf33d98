import { expect, it } from "vitest";
import { withoutUnusedProperties } from "./unusedProperties.ts";

it("removes custom properties that nothing reads", () => {
  expect(withoutUnusedProperties("a{--tw-font-weight:600;font-weight:600}html{--left:;color:red}")).toBe(
    "a{font-weight:600}html{color:red}",
  );
});

it("writes out those that nothing declares: the fallback, or else the initial value", () => {
  const registered = '@property --tw-border-style{syntax:"*";inherits:false;initial-value:solid}';
  expect(withoutUnusedProperties(`${registered}a{border-style:var(--tw-border-style)}`)).toBe("a{border-style:solid}");
  expect(withoutUnusedProperties("a{line-height:var(--tw-leading,calc(7 / 4))}")).toBe("a{line-height:calc(7 / 4)}");
});

it("keeps those that are declared and read, with Tailwind's fallback for old browsers", () => {
  const used = ":root{--sea:#0b5968}a{color:var(--sea)}";
  expect(withoutUnusedProperties(used)).toBe(used);
  const fallback = "@layer properties{@supports (a:b){*{--tw-y:initial}}}";
  const registered = '@property --tw-y{syntax:"*";inherits:false}';
  expect(withoutUnusedProperties(`${fallback}a{--tw-y:1}b{top:var(--tw-y)}${registered}`)).toContain(
    "@layer properties",
  );
});
