import { expect, it } from "vitest";
import { readDate } from "./dates.ts";

const read = (text: string) => new Date(readDate("created_at", text, "mdy", new Date("2026-05-04"))).toJSON();

it.each([
  ["JavaScript", "Sun May 04 2025 10:00:00 GMT+0000 (Coordinated Universal Time)"],
  ["JavaScript elsewhere", "Sun May 04 2025 12:00:00 GMT+0200 (Mitteleuropäische Sommerzeit)"],
  ["JavaScript in English", "5/4/2025, 10:00:00\u202FAM"],
  ["Go", "2025-05-04 10:00:00.123456 +0000 UTC"],
  ["Go elsewhere", "2025-05-04 12:00:00 +0200 CEST"],
  ["Java", "2025-05-04T12:00:00+02:00[Europe/Berlin]"],
  ["mail", "Sun, 4 May 2025 12:00:00 +0200 (CEST)"],
  ["mail in America", "Sun, 04 May 2025 06:00:00 EDT"],
  ["Unix", "Sun May  4 10:00:00 UTC 2025"],
  ["Unix in America", "Sun May  4 03:00:00 PDT 2025"],
  ["Apple", "May 4, 2025 at 10:00 AM"],
  ["Apple with a zone", "May 4, 2025 at 12:00:00 PM UTC+2"],
  ["a zone in brackets", "May 4, 2025 12:00 PM (GMT+2)"],
  ["a zone by its name", "05/04/2025 06:00 AM EDT"],
  ["a.m.", "May 4, 2025, 10:00 a.m."],
  ["compact", "20250504T100000Z"],
  ["a spreadsheet", "45781.4166666667"],
])("a time is read as programs write it: %s", (_form, text) => {
  expect(read(text).slice(0, 19)).toBe("2025-05-04T10:00:00");
});

it.each([
  ["the end of a day", "2025-05-03 24:00:00"],
  ["a day of the week", "Sunday, 4 May 2025"],
  ["another", "Sunday, May 4, 2025"],
  ["an ordinal", "May 4th, 2025"],
  ["German", "Sonntag, 4. Mai 2025"],
  ["French", "4 mai 2025"],
  ["Spanish", "4 mayo 2025"],
])("a day is read as people write it: %s", (_form, text) => {
  expect(read(text)).toBe("2025-05-04T00:00:00.000Z");
});

it.each(["5 4 2025", "May 2025", "2025-05-04 25:00", "Smarch 4, 2025", "04/05/2025 10:00 XYZ"])(
  "%s is none",
  (text) => {
    expect(() => read(text)).toThrow("is not a date in a known form");
  },
);
