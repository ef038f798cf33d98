import { describe, expect, it } from "vitest";
import { withoutUnusedRules, wordsOf } from "./unusedRules.ts";

const kept = (css: string) => withoutUnusedRules(css, new Set(wordsOf('<p class="a card"> const name = `b ${c} d`')));

describe("rules of a style sheet", () => {
  it("are removed where nothing uses their class", () => {
    expect(kept(".a{top:0}.e{top:1px}.b{top:2px}@media print{.f:hover{top:3px}}")).toBe(".a{top:0}.b{top:2px}");
    expect(kept(".card .e,.f>li{top:0}:where(.e,.f) .a{top:0}:is(.e>*){top:0}")).toBe("");
  });

  it("keep only those of their selectors that can match", () => {
    const met = ".d{top:0}:where(.a) .b{top:1px}p:not(.e){top:2px}h1{top:3px}";
    expect(kept(met)).toBe(met);
    expect(kept(".e,.d{top:0}:root,:host{top:1px}")).toBe(".d{top:0}:root{top:1px}");
  });
});
