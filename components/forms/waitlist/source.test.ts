import { is } from "valibot";
import { expect, it } from "vitest";
import { waitlistBody } from "../../../server/contract/waitlist.ts";
import { sourceOf } from "./source.ts";

it.each([
  ["?utm_source=newsletter-may", "newsletter-may"],
  ["?ref=ProductHunt", "producthunt"],
  ["?utm_source=x&ref=y", "x"],
  ["?utm_source=&ref=y", "y"],
  ["?utm_source=Spring%20Launch%202026!", "spring-launch-2026"],
  ["?ref=--lead", "lead"],
  ["?utm_source=Caf%C3%A9%20M%C3%BCnchen", "cafe-munchen"],
  ["?utm_source=%EF%BD%81%EF%BC%91", "a1"],
  [`?ref=${"a".repeat(63)}--b`, "a".repeat(63)],
  [`?ref=${"a".repeat(70)}`, "a".repeat(64)],
  ["?ref=%E2%98%83", undefined],
  ["?ref=ada%40example.com", undefined],
  ["?utm_medium=mail", undefined],
  ["", undefined],
])("reads %s as %s", (search, source) => {
  expect(sourceOf(search)).toBe(source);
});

it("always fits the contract", () => {
  for (const ref of ["Ünïcode", "_._", "a b", "-", "9".repeat(99), "x-", `${"a".repeat(63)}--b`]) {
    const source = sourceOf(`?ref=${encodeURIComponent(ref)}`);
    expect(is(waitlistBody, { email: "ada@example.com", captcha: "token", ...(source && { source }) })).toBe(true);
  }
});
