import { describe, expect, it } from "vitest";
import { shortenProperties } from "./shortProperties.ts";

describe("custom properties of a style sheet", () => {
  it("get short names, one for each, wherever they are declared and read", () => {
    const css = ":root{--sea:#0b5968;--foam:var(--sea)}p{color:var(--foam,var(--sea))}@media print{p{--sea:#000}}";
    expect(shortenProperties(css)).toBe(
      ":root{--a:#0b5968;--b:var(--a)}p{color:var(--b,var(--a))}@media print{p{--a:#000}}",
    );
  });

  it("share their names with timelines, which are read by name as well", () => {
    expect(shortenProperties("p{view-timeline:--picture}a{animation-timeline:--picture}")).toBe(
      "p{view-timeline:--a}a{animation-timeline:--a}",
    );
  });
});
