import { describe, expect, it } from "vitest";
import { noEvidence, orderOf, weigh } from "./order.ts";
import { parseDate } from "./parse.ts";

const now = new Date("2026-11-21T12:00:00Z");

describe("parseDate", () => {
  it.each([
    ["2026-05-04", "2026-05-04T00:00:00Z"],
    ["2026-05-04T10:00:00.123456+02:00", "2026-05-04T10:00:00.123456+02:00"],
    ["2026-05-04 10:00:00+00", "2026-05-04T10:00:00+00:00"],
    ["2026-05-04 10:00 UTC", "2026-05-04T10:00:00Z"],
    ["2026-05-04 23:59 UTC+14", "2026-05-04T23:59:00+14:00"],
    ["2026-05-04T23:59:59-14:59", "2026-05-04T23:59:59-14:59"],
    ["2025/04/03 5:06:07 PM GMT+2", "2025-04-03T17:06:07+02:00"],
    ["04.03.2025", "2025-03-04T00:00:00Z"],
    ["4.3.25, 17:06 Uhr", "2025-03-04T17:06:00Z"],
    ["April 3, 2025 5:06 PM", "2025-04-03T17:06:00Z"],
    ["Apr 3rd, 2025 at 12:06 am", "2025-04-03T00:06:00Z"],
    ["3. März 2025", "2025-03-03T00:00:00Z"],
    ["Fri, 03 Apr 2025 10:00:00 +0000", "2025-04-03T10:00:00+00:00"],
    ["12 août 2025", "2025-08-12T00:00:00Z"],
    ["04-Mar-2025", "2025-03-04T00:00:00Z"],
    ["13. marts 2025", "2025-03-13T00:00:00Z"],
    ["3 Sept. 2025", "2025-09-03T00:00:00Z"],
    ["13-mrt.-2025", "2025-03-13T00:00:00Z"],
    ["3-Apr-25", "2025-04-03T00:00:00Z"],
    ["03-avr.-25 17:06", "2025-04-03T17:06:00Z"],
    ["3. Apr 25", "2025-04-03T00:00:00Z"],
    ["03.04.2025 17.06.33", "2025-04-03T17:06:33Z"],
    ["2025-04-03 5.06 pm", "2025-04-03T17:06:00Z"],
    ["3. April 2025 um 17.06 Uhr", "2025-04-03T17:06:00Z"],
    ["03.04.2025 17.06.33,250 +02:00", "2025-04-03T17:06:33.250+02:00"],
    ["46146.5", "2026-05-04T12:00:00.000Z"],
    ["46146,5", "2026-05-04T12:00:00.000Z"],
    ["1777896000", "2026-05-04T12:00:00.000Z"],
    ["1777896000123", "2026-05-04T12:00:00.123Z"],
    ["2026-11-22 23:59", "2026-11-22T23:59:00Z"],
    // Google Forms, in the form's zone and the owner's language.
    ["2022/10/17 6:31:58 PM EST", "2022-10-17T18:31:58-05:00"],
    ["2022/07/17 6:31:58 am PDT", "2022-07-17T06:31:58-07:00"],
    ["2024/03/04 5:06:07 nachm. MEZ", "2024-03-04T17:06:07+01:00"],
    ["2024/03/04 10:06:07 vorm. OESZ", "2024-03-04T10:06:07+03:00"],
    ["2024/03/04 5:06:07 p.\u00A0m. GMT-5", "2024-03-04T17:06:07-05:00"],
    // JavaScript, and Go.
    ["Mon Mar 04 2024 17:06:07 GMT+0100 (Central European Standard Time)", "2024-03-04T17:06:07+01:00"],
    ["2024-03-04 17:06:07.123456789 +0000 UTC", "2024-03-04T17:06:07.123456+00:00"],
    ["2024-03-04 17:06:07 +0200 CEST", "2024-03-04T17:06:07+02:00"],
    // Dates in words, as their languages write them.
    ["4 de marzo de 2024, 17:06", "2024-03-04T17:06:00Z"],
    ["lunes, 4 de marzo del 2024 a las 17:06", "2024-03-04T17:06:00Z"],
    ["segunda-feira, 4 de março de 2024 às 17:06", "2024-03-04T17:06:00Z"],
    ["4 mars 2024 à 17:06", "2024-03-04T17:06:00Z"],
    ["4 marzo 2024 alle ore 17:06", "2024-03-04T17:06:00Z"],
    ["4 maart 2024 om 17:06", "2024-03-04T17:06:00Z"],
    ["4. mars 2024 kl. 17:06", "2024-03-04T17:06:00Z"],
  ])("reads %s", (text, when) => {
    expect(parseDate(text, undefined, now)).toEqual({ when });
    expect(new Date(when).getTime()).not.toBeNaN();
  });

  it("reads two numbers in the order it is told", () => {
    expect(parseDate("3/4/2025 5:06pm", "dmy", now)).toEqual({ when: "2025-04-03T17:06:00Z" });
    expect(parseDate("3/4/2025 5:06pm", "mdy", now)).toEqual({ when: "2025-03-04T17:06:00Z" });
    expect(parseDate("3/4/2025 17.06.33", "dmy", now)).toEqual({ when: "2025-04-03T17:06:33Z" });
    expect(parseDate("25-04-2025", "dmy", now)).toEqual({ when: "2025-04-25T00:00:00Z" });
  });

  it.each([
    ["soon", "not a date in a known form"],
    ["2025-02-30", "not a day of the calendar"],
    ["30.02.2025", "not a day of the calendar"],
    ["31 April 2025", "not a day of the calendar"],
    ["2025-00-10", "not a day of the calendar"],
    ["2025-04-03 25:00", "not a date in a known form"],
    ["2025-04-03 10:60", "not a date in a known form"],
    ["2025-04-03 13:00 pm", "not a date in a known form"],
    ["2025-04-03T24:00:00Z", "not a date in a known form"],
    ["2025-04-03T10:00:00+15:00", "not a date in a known form"],
    ["2025-04-03 10:00 GMT+15", "not a date in a known form"],
    ["2025-04-03 10:00 +02:60", "not a date in a known form"],
    ["1999-12-31", "before the year 2000"],
    ["0001-01-01 00:00:00", "before the year 2000"],
    ["1970-01-01", "before the year 2000"],
    ["0000000000", "before the year 2000"],
    ["20000", "before the year 2000"],
    ["2026-11-25", "after tomorrow"],
    ["9999999999999", "after tomorrow"],
    ["3/4/2025", "--date-format"],
    ["13. marraskuuta 2025", "not a date with a known month: write it as a number (2026-05-04)"],
    ["marraskuuta 13, 2025", "in English, German, French"],
    ["3 Market 2025", "known month"],
    ["3 Apr 2025 25:00", "not a date in a known form"],
    ["2025-04-03 17:06 IST", "not a date in a known form"],
    ["2025-04-03 13:06 nachm.", "not a date in a known form"],
    ["2025-04-03 17.06:33", "not a date in a known form"],
    ["2025-04-03 17.5", "not a date in a known form"],
    ["Apr-25", "not a date in a known form"],
    ["Apr 3 25", "not a date in a known form"],
    ["3-Apr-99", "after tomorrow"],
    ["+012345-01-01", "not a date in a known form"],
  ])("refuses %s", (text, problem) => {
    expect(parseDate(text, undefined, now)).toEqual({ problem: expect.stringContaining(problem) });
  });

  it("says how it read a day that does not exist", () => {
    expect(parseDate("25/04/2025", "mdy", now)).toEqual({
      problem: "not a day of the calendar, read as month/day/year (--date-format)",
    });
  });
});

describe("orderOf", () => {
  const order = (...columns: string[][]) =>
    orderOf(
      columns.map((cells) => {
        const evidence = noEvidence();
        for (const cell of cells) weigh(evidence, cell);
        return evidence;
      }),
    );

  it.each([
    [["3/4/2025", "25/04/2025"], "dmy"],
    [["3/4/2025", "4/25/2025"], "mdy"],
    [["3/4/2025"], "unclear"],
    [["25/04/2025", "04/25/2025"], "unclear"],
    [["12/05/2025"], "unclear"],
    [["05/12/2025"], "unclear"],
    [["13/12/2025"], "dmy"],
    [["12/13/2025"], "mdy"],
    [["13/14/2025", "14/13/2025", "13/13/2025"], undefined],
    [["4/4/2025", "2025-04-03", "04.03.2025"], undefined],
  ])("decides %j", (cells, expected) => {
    expect(order(cells)).toBe(expected);
  });

  it("uses the evidence of one column for another", () => {
    expect(order(["3/4/2025"], ["25/04/2025"])).toBe("dmy");
  });
});
