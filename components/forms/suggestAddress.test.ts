import { describe, expect, it } from "vitest";
import { suggestAddress } from "./suggestAddress.ts";

describe("what an address was meant to be", () => {
  it.each([
    ["ada@gmial.com", "ada@gmail.com"],
    ["ada@gmail.con", "ada@gmail.com"],
    ["ada@gmail,com", "ada@gmail.com"],
    ["Ada.L+x@GMIAL.con", "Ada.L+x@gmail.com"],
    ["ada@analytical-engines.con", "ada@analytical-engines.com"],
  ])("%s is %s", (typed, meant) => {
    expect(suggestAddress(typed)).toBe(meant);
  });

  it.each(["ada@gmail.com", "ada@mail.com", "ada@yahoo.es", "ada@analytical-engines.co", "ada@example.com", ""])(
    "%s stays",
    (typed) => {
      expect(suggestAddress(typed)).toBeUndefined();
    },
  );
});
