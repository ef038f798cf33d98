import { describe, expect, it, vi } from "vitest";
import { suggestAddress } from "./suggestAddress.ts";

describe("what an address was meant to be", () => {
  it.each([
    ["ada@gmial.com", "ada@gmail.com"],
    ["ada@gmail.con", "ada@gmail.com"],
    ["ada@gmail", "ada@gmail.com"],
    ["ada@gmail,com", "ada@gmail.com"],
    ["Ada.L+x@GMIAL.con", "Ada.L+x@gmail.com"],
    ["ada@yaho.co.uk", "ada@yahoo.co.uk"],
    ["ada@analytical-engines.con", "ada@analytical-engines.com"],
    ["ada@studio.orgg", "ada@studio.org"],
  ])("%s is %s", (typed, meant) => {
    expect(suggestAddress(typed)).toBe(meant);
  });

  it.each([
    "ada@gmail.com",
    "ADA@Gmail.com",
    "ada@mail.com",
    "ada@yahoo.es",
    "ada@analytical-engines.co",
    "ada@example.com",
    "ada@studio.company",
    "ada@gmäil.com",
    "@gmial.com",
    "ada@",
    "",
  ])("%s stays", (typed) => {
    expect(suggestAddress(typed)).toBeUndefined();
  });

  it("takes little time for a long text", () => {
    expect(suggestAddress(`ada@${"gmail".repeat(2_000)}`)).toBeUndefined();
  });
});

it("needs no built-in that Chrome 109 lacks, the last for Windows 7", () => {
  const newer = vi.spyOn(Array.prototype, "toSorted").mockImplementation(() => {
    throw new TypeError("toSorted is not a function");
  });
  expect(suggestAddress("ada@gmial.com")).toBe("ada@gmail.com");
  newer.mockRestore();
});
