import { describe, expect, it } from "vitest";
import { requireStrong } from "./passwords.ts";

describe("a password's length", () => {
  it.each([
    ["seven letters", "kq7vTz!", "at least 8 characters"],
    ["four characters of eight UTF-16 units", "🪿🦩🦜🐧", "at least 8 characters"],
    ["73 bytes, of which bcrypt would ignore one", `${"ö".repeat(36)}x`, "longer than 72 bytes"],
  ])("is refused at %s", (_what, password, message) => {
    expect(() => requireStrong(password)).toThrow(message);
  });

  it.each([
    ["eight characters", "kq7vTz!w"],
    ["72 bytes", "ö".repeat(36)],
  ])("is accepted at %s", (_what, password) => {
    expect(() => requireStrong(password)).not.toThrow();
  });
});
