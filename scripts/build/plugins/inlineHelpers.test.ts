import { expect, it } from "vitest";
import { withoutHelpers } from "./inlineHelpers.ts";

const chunk = (namespace: string) => `import { n as __exportAll, t as __commonJSMin } from "./helpers.js";
import { a } from "./a.js";
var names = /* @__PURE__ */ __exportAll(${namespace});
export { names };`;

const inlined = (namespace: string) => withoutHelpers(chunk(namespace), "helpers.js", "var helpers;");

it("writes a namespace as an object, whose members are read when they are asked for", () => {
  expect(inlined("{\n\tb: () => a$1,\n\tdefault: () => a.b\n}")).toBe(`var helpers;
import { a } from "./a.js";
var names = ({
	get b() { return a$1; },
	get default() { return a.b; }});
export { names };`);
});

it("leaves a namespace that it cannot write to the bundler's helper", () => {
  const strange = '{ "b-c": () => a }';
  expect(inlined(strange)).toContain(`__exportAll(${strange})`);
});
