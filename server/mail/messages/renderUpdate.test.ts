import { describe, expect, it } from "vitest";
import { renderMessage } from "./render.ts";
import { maxUpdateLength, renderUpdate, UpdateError } from "./renderUpdate.ts";
import { sampleParameters } from "../../../tests/support/sampleParameters.ts";

const { site, unsubscribeToken } = sampleParameters.update;

it("takes its subject from the first heading, its preheader from the first paragraph", () => {
  expect(renderUpdate("# Invoices & *more*\n\nA client can now\npay **in parts**.\n\nBye.")).toMatchObject({
    subject: "Invoices & more",
    preheader: "A client can now pay in parts.",
  });
});

it("cuts its preheader between characters", () => {
  const update = renderUpdate(`# News\n\n${"a".repeat(139)}🙂`);
  expect(update.preheader).toBe("a".repeat(139));
  expect(() => renderMessage("update", { site, unsubscribeToken, ...update })).not.toThrow();
});

it("leaves the links of a text whole and in sight", () => {
  const { bodyText } = renderUpdate(
    "# News\n\nRead [the notes](https://keelbook.example/notes) or write to <mailto:us@keelbook.example>.",
  );
  expect(bodyText).toContain("the notes\n<https://keelbook.example/notes>".replace("\n", " "));
  expect(bodyText).toContain("us@keelbook.example");
});

it("shows of a link that writes a mail the address alone in the text", () => {
  const { bodyHtml, bodyText } = renderUpdate(
    "# News\n\n[Write to us](mailto:us@keelbook.example?subject=The%20beta&body=Hello) soon.",
  );
  expect(bodyHtml).toContain('href="mailto:us@keelbook.example?subject=The%20beta&amp;body=Hello"');
  expect(bodyText).toContain("Write to us <us@keelbook.example> soon.");
});

it("makes a link of an address that stands alone, and of no other word", () => {
  const { bodyHtml } = renderUpdate(
    "# News\n\nRead https://keelbook.example/notes, or ask ada@keelbook.example at a.example.",
  );
  expect(bodyHtml.match(/<a [^>]+>[^<]+/gu)).toEqual([
    expect.stringMatching(/^<a href="https:\/\/keelbook\.example\/notes" .*>https:\/\/keelbook\.example\/notes$/u),
  ]);
});

it("shows words in angle brackets that are written as text", () => {
  const update = renderUpdate("# Hello &lt;name&gt;\n\nSee \\<client> and &lt;b&gt;.");
  expect(update).toMatchObject({
    subject: "Hello <name>",
    preheader: "See <client> and <b>.",
    bodyText: "Hello <name>\n\nSee <client> and <b>.",
  });
  expect(update.bodyHtml).toContain(">See &lt;client&gt; and &lt;b&gt;.</p>");
});

it("takes a file from Windows", () => {
  expect(renderUpdate("\ufeff# News\r\n\r\nOne\r\nline.").bodyText).toBe("News\n\nOne line.");
});

it("dresses its elements as the other mails", () => {
  const { bodyHtml } = renderUpdate("# News\n\n- one\n\n```\n<b>\n```\n");
  expect(bodyHtml).toMatch(/<li class="on-ink" style="color:#[^"]+">/u);
  expect(bodyHtml).toMatch(/<pre class="on-ink in-paper" style="[^"]+">&lt;b&gt;\n<\/pre>/u);
});

describe("an update is refused", () => {
  it.each([
    ["without a subject", "Hello", "Line 1: begin with the subject"],
    ["when it is empty", "", "Line 1: begin with the subject"],
    ["with an empty subject", "#\n\nHello", "Line 1: begin with the subject"],
    ["with a second subject", "# News\n\n# More", "Line 3: only one heading is the subject."],
    ["with a subject that is too long", `# ${"a".repeat(151)}`, "Line 1: a subject has 1 to 150 characters."],
    ["with a picture", "# News\n\n![boat](https://keelbook.example/boat.png)", "Line 3: a mail carries no pictures."],
    ["with raw HTML", "# News\n\nHello\n\n<b>bold</b>", "Line 5: raw HTML is not sent; write Markdown."],
    ["with a script", "# News\n\n<script>alert(1)</script>", "Line 3: raw HTML is not sent"],
    ["with HTML in its subject", "# News <img src=x>", "Line 1: raw HTML is not sent"],
    ["with HTML over two lines", "# News\n\nHello <b\nclass=x>you", "Line 3: raw HTML is not sent"],
    ["with a table", "# News\n\n| Plan | Price |\n| --- | --- |\n| Solo | €9 |", "Line 3: a mail carries no tables"],
    ["with words crossed out", "# News\n\nOn ~~Friday~~ Monday", "Line 3: words cannot be crossed out"],
    ["with a heading that no style is for", "# News\n\n#### More", "Line 3: headings below the subject are ## or ###."],
    ["with an address in the open", "# News\n\nhttp://keelbook.example", 'A link leads to "http://keelbook.example"'],
    ["with a link that runs", "# News\n\n[x](javascript:alert(1))", 'A link leads to "javascript:alert(1)"'],
    ["with a link in the open", "# News\n\n[x](http://keelbook.example)", 'A link leads to "http://keelbook.example"'],
    ["with a link to nowhere", "# News\n\n[x](/notes)", 'A link leads to "/notes"'],
    ["with a link by reference", "# News\n\n[x][1]\n\n[1]: data:text/html,x", "A link leads to"],
    ["with a control character", "# News\u0000", "Holds a control character."],
    ["with a control character written as an entity", "# News\n\nHello&#13;", "Holds a control character."],
    ["with such a mark written as an entity", "# News &#x202e;gpj", "Holds a control character."],
    ["with a character cut by a line break", "# News\n\n\ud83d\n\ude00", "Holds a control character."],
    ["with a mark that turns text around", "# News \u202egpj", "Holds a control character."],
    ["when it is too long", `# News\n\n${"a".repeat(maxUpdateLength)}`, "Longer than"],
    ["when it would be too long a mail", `# News\n\n${"- one\n".repeat(1000)}`, "Longer than 60000 characters as HTML"],
    [
      "when it would be as long in bytes",
      `# News\n\n${`- ${"語".repeat(43)}\n`.repeat(430)}`,
      "Longer than 90000 bytes as HTML",
    ],
  ])("%s", (_case, source, message) => {
    expect(() => renderUpdate(source)).toThrow(UpdateError);
    expect(() => renderUpdate(source)).toThrow(message);
  });
});

it("never has its text filled in, and stays below what Gmail cuts off", () => {
  const update = renderUpdate(`# News\n\n{{unsubscribeToken}}\n\n${"word ".repeat(3900)}`);
  const { html, text } = renderMessage("update", { site, unsubscribeToken, ...update });
  expect(html).toContain(
    '<p class="on-ink" style="color:#0b2730;margin:0 0 16px;font-size:16px;line-height:26px">{{unsubscribeToken}}</p>',
  );
  expect(text.match(new RegExp(unsubscribeToken, "gu"))).toHaveLength(1);
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
});
