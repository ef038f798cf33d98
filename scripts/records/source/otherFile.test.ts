import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { otherArchive, otherFile } from "./otherFile.ts";

const wanted = "Give a CSV file, a list with one address a line, or a workbook (.xlsx).";

describe("a file that is not a table is recognised by its beginning:", () => {
  it.each([
    ["PDF", "%PDF-1.7\n%\u00E2\u00E3\n1 0 obj\n", "a PDF document", wanted],
    ["gzip", gzipSync("email\n"), "a compressed file (gzip)", "Unpack it first, and give the file inside."],
    [
      "age",
      "age-encryption.org/v1\n-> X25519 ",
      "an encrypted file (age)",
      "Decrypt it first, and give the decrypted file.",
    ],
    ["PNG", "\u0089PNG\r\n\u001A\n", "a picture", wanted],
    ["JPEG", "\u00FF\u00D8\u00FF\u00E0", "a picture", wanted],
    ["RTF", "{\\rtf1\\ansi", "a text document (RTF)", wanted],
    ["HTML with a mark", "\u00EF\u00BB\u00BF\n<!DOCTYPE html>", "a web page (HTML)", "Save it as .xlsx or as CSV."],
    ["our own NDJSON", '{"email":"ada@example.com"}\n', "a JSON file", wanted],
    ["JSON", '[\n  {"email":', "a JSON file", wanted],
    ["old Excel", Buffer.from("d0cf11e0a1b11ae1", "hex"), "an old or an encrypted Excel file", expect.any(String)],
  ])("%s", (_name, bytes, is, hint) => {
    const head = typeof bytes === "string" ? Buffer.from(bytes, "latin1") : bytes;
    expect(otherFile("x", head)).toMatchObject({ code: "failed", message: `x is ${is}.`, hint });
  });

  it.each([
    ["a program", Buffer.from("7f454c4602010100000000000000000003003e00", "hex")],
    ["nulls that UTF-16 does not have", Buffer.from("01000000000000000500", "hex")],
    ["UTF-32", Buffer.from("fffe000065000000", "hex")],
  ])("%s", (_name, bytes) => {
    expect(otherFile("x", bytes)).toMatchObject({ message: "x is binary data, not text.", hint: wanted });
  });
});

it.each([
  ["an address in brackets", Buffer.from("<ada@example.com>\n")],
  ["a null that a tool has left", Buffer.from(`email\n${"ada@example.com\n".repeat(20)}a\0b@example.com\n`)],
  ["UTF-16 with a mark", Buffer.from("\uFEFFemail\n", "utf16le")],
  ["UTF-16 without", Buffer.from("email\n", "utf16le")],
  ["UTF-16, the other way", Buffer.from("email\n", "utf16le").swap16()],
  ["nothing", Buffer.alloc(0)],
])("lets through what may be a table: %s", (_name, bytes) => {
  expect(otherFile("x", bytes)).toBeUndefined();
});

it.each([
  [["[Content_Types].xml", "word/document.xml"], "x is a Word document."],
  [["mimetype", "content.xml"], "x is an OpenDocument file."],
  [["people.csv"], "x is an archive, but not a workbook."],
])("names an archive of %j", (entries, message) => {
  expect(otherArchive("x", entries).message).toBe(message);
});
