import { describe, expect, it } from "vitest";
import { withoutRestatedBorders } from "./restatedBorders.ts";

describe("solid borders of a style sheet", () => {
  const reset = "*,:before,:after{box-sizing:border-box;border:0 solid;margin:0}";

  it("are not repeated where the reset sets them already", () => {
    expect(
      withoutRestatedBorders(`${reset}.a{border-style:solid;border-width:1px}.b{color:red;border-left-style:solid}`),
    ).toBe(`${reset}.a{border-width:1px}.b{color:red;}`);
  });

  it("stay where no reset says so, and beside borders of another style", () => {
    const said = ".a{border-style:solid;border-width:1px}";
    expect(withoutRestatedBorders(said)).toBe(said);
    const other = `${reset}${said}.b{border-style:dashed}`;
    expect(withoutRestatedBorders(other)).toBe(other);
  });
});
