import { describe, expect, it } from "vitest";
import { shortenInSource, shortenInStyles } from "./shortenClassNames.ts";
import { shortNames } from "./shortNames.ts";

const names = new Map([
  ["mt-4", "a"],
  ["hover:mt-4", "b"],
  ["p-[1.5rem]", "c"],
  ["hover:mt-4.5", "d"],
]);

describe("class names", () => {
  it("are shortened where they stand alone, and nowhere else", () => {
    expect(shortenInSource('<p className="mt-4 hover:mt-4 p-[1.5rem] grid">', names)).toBe(
      '<p className="a b c grid">',
    );
    expect(shortenInSource("`${button} mt-4 hover:mt-4.5`", names)).toBe("`${button} a d`");
    expect(shortenInSource('import "./mt-4.ts"; const id = "mt-4-title";', names)).toBe(
      'import "./mt-4.ts"; const id = "mt-4-title";',
    );
  });

  it("are shortened in selectors, nested ones too", () => {
    expect(
      shortenInStyles(".mt-4{margin:0}:where(.hover\\:mt-4:hover) .p-\\[1\\.5rem\\]{top:0}.grid{display:grid}", names),
    ).toBe(".a{margin:0}:where(.b:hover) .c{top:0}.grid{display:grid}");
  });

  it("are short and distinct, and leave alone what could be a word of the code", async () => {
    const real = await shortNames();
    expect(new Set(real.values()).size).toBe(real.size);
    expect([...real.values()].filter((name) => name.length > 2)).toEqual([]);
    expect([...real.keys()].filter((name) => /^[a-z]+$/u.test(name))).toEqual([]);
    expect(real.has("bg-sea")).toBe(true);
  });
});
