import { expect, it } from "vitest";
import { table, withFigures } from "./table.ts";

it("lets figures end alike, and names begin alike", () => {
  const rows = [
    ["people", "1,204"],
    ["notified", "17", "1.4 %"],
    ["confirmed", "986", "81.9 %"],
  ];
  expect(table(withFigures(rows))).toBe("people     1,204\nnotified      17   1.4 %\nconfirmed    986  81.9 %\n");
});

it("leaves a text after the figures as it is", () => {
  const rows = [
    ["Waiting", "12", "3 due"],
    ["", "9", "confirm"],
  ];
  expect(table(withFigures(rows, [1]))).toBe("Waiting  12  3 due\n          9  confirm\n");
});
