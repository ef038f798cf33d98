import { describe, expect, it, vi } from "vitest";
import { suggestAddress } from "./suggestAddress.ts";

describe("what an address was meant to be", () => {
  it.each([
    ["ada@gmial.com", "ada@gmail.com"],
    ["ada@gmai.com", "ada@gmail.com"],
    ["ada@gamil.com", "ada@gmail.com"],
    ["ada@gmail.con", "ada@gmail.com"],
    ["ada@gmail.co", "ada@gmail.com"],
    ["ada@gmail", "ada@gmail.com"],
    ["ada@gmailcom", "ada@gmail.com"],
    ["ada@gmail,com", "ada@gmail.com"],
    ["ada@gmail..com", "ada@gmail.com"],
    ["ada@gmail.com.", "ada@gmail.com"],
    ["Ada.L+x@GMIAL.con", "Ada.L+x@gmail.com"],
    ["ada@hotmial.cm", "ada@hotmail.com"],
    ["ada@outlok.co", "ada@outlook.com"],
    ["ada@yaho.co.uk", "ada@yahoo.co.uk"],
    ["ada@t-onlin.de", "ada@t-online.de"],
    ["ada@iclould.com", "ada@icloud.com"],
    ["ada@analytical-engines.con", "ada@analytical-engines.com"],
    ["ada@studio.orgg", "ada@studio.org"],
  ])("%s is %s", (typed, meant) => {
    expect(suggestAddress(typed)).toBe(meant);
  });

  it.each([
    "ada@gmail.com",
    "ADA@Gmail.com",
    "ada@mail.com",
    "ada@email.com",
    "ada@ymail.com",
    "ada@foxmail.com",
    "ada@gmx.de",
    "ada@web.de",
    "ada@aol.com",
    "ada@live.com",
    "ada@yahoo.es",
    "ada@hotmail.it",
    "ada@postmail.com",
    "ada@analytical-engines.co",
    "ada@example.com",
    "ada@studio.company",
    "ada@xn--gml-hoa4a.com",
    "ada@gmäil.com",
    "ada@localhost",
    "gmial.com",
    "@gmial.com",
    "ada@",
    "ada",
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
