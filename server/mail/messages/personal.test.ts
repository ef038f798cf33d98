import { expect, it } from "vitest";
import { forPerson, unknownWord } from "./personal.ts";
import { renderUpdate } from "./renderUpdate.ts";

const update = renderUpdate("# Hello {{name|there}}\n\nDear {{name|friend & co}}, news.\n");
const to = (name?: string) =>
  forPerson(update, { shareLink: "https://x.example/", friends: 0, place: 1, name, inviteLink: undefined });

it("says a person's name, escaped, and otherwise what the text says", () => {
  expect(to('Zoë O\'Neil & "Co"')).toMatchObject({
    subject: 'Hello Zoë O\'Neil & "Co"',
    bodyHtml: expect.stringContaining("Dear Zoë O'Neil &amp; &quot;Co&quot;, news."),
    bodyText: expect.stringContaining('Dear Zoë O\'Neil & "Co", news.'),
  });
  expect(to("J.R.R. Tolkien").subject).toBe("Hello J.R.R. Tolkien");
  expect(to()).toMatchObject({
    subject: "Hello there",
    bodyHtml: expect.stringContaining("Dear friend &amp; co, news."),
  });
});

it.each([
  "win at evil.example",
  "evil。example",
  "https://evil.example/x",
  "a@evil.example",
  "<b>Ada</b>",
  "{{invite_link}}",
  "{{place}}",
  "Ada\nPay now",
  "\u202eAda",
  "x".repeat(101),
  "",
])("says no name that somebody could lead people astray with: %j", (name) => {
  expect(to(name).subject).toBe("Hello there");
});

it("names a placeholder without its fallback, or with another name, as unknown", () => {
  expect(["{{name}}", "{{name|}}", "{{nam|there}}", "{{name|there}}"].map(unknownWord)).toEqual([
    "{{name}}",
    "{{name|}}",
    "{{nam|there}}",
    undefined,
  ]);
});
