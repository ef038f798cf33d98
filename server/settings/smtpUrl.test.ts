import { describe, expect, it } from "vitest";
import { readSetting } from "./read.ts";

const read = (value: string) => readSetting("SMTP_URL", value);

describe("SMTP_URL", () => {
  it.each([
    "smtp.example",
    "smtp://",
    "xsmtp://smtp.example",
    "smtp-in://smtp.example",
    "smtp://100%:secret@smtp.example",
    "smtp://ada:100%@smtp.example",
    "smtp://ada:12#34@smtp.example",
    "smtp://ada:12?34@smtp.example",
    "smtp://ada:12/34@smtp.example",
    "smtp://ada:secret@smtp.example:465",
    "smtps://ada:secret@smtp.example:587",
    "smtp://smtp%2Eexample%40other.example",
    "smtp://100%25.example",
  ])("cannot be %s", (value) => {
    expect(read(value)).toEqual({
      problem: expect.stringContaining("SMTP_URL must be smtp://user:password@host:587 or"),
    });
  });

  it.each([
    ["smtp://ada:secret@SMTP.B\u00fccher.Example", "smtp://ada:secret@smtp.xn--bcher-kva.example"],
    ["SMTP://LocalHost:25/", "smtp://localhost:25/"],
    [
      "smtps://ada%40a.example:p%40ss%2F%23%25+x@smtp.example:465",
      "smtps://ada%40a.example:p%40ss%2F%23%25+x@smtp.example:465",
    ],
    ["smtp://[::1]:2525", "smtp://[::1]:2525"],
    ["smtp://mail_server", "smtp://mail_server"],
  ])("may be %s", (value, href) => {
    expect(read(value)).toEqual({ value: new URL(href) });
  });
});
