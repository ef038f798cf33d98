import { expect, it } from "vitest";
import { sampleParameters } from "../../../tests/support/sampleParameters.ts";
import { forPerson, saysInviteLink } from "./personal.ts";
import { renderMessage } from "./render.ts";
import { maxUpdateLength, renderUpdate, UpdateError } from "./renderUpdate.ts";

const { site, unsubscribeToken, placeToken } = sampleParameters.update;

it("takes its subject from the first heading, its preheader from the first paragraph", () => {
  expect(
    renderUpdate("\ufeff# Invoices & *more*\r\n\r\nA client can now\r\npay **in parts**.\r\n\r\nBye."),
  ).toMatchObject({
    subject: "Invoices & more",
    preheader: "A client can now pay in parts.",
    bodyText: "Invoices & more\n\nA client can now pay in parts.\n\nBye.",
  });
  // The cut is between characters.
  expect(renderUpdate(`# News\n\n${"a".repeat(139)}🙂`).preheader).toBe("a".repeat(139));
});

it("leaves links whole and in sight, and makes one of an address that stands alone", () => {
  const { bodyHtml, bodyText } = renderUpdate(
    "# News\n\nRead [the notes](https://keelbook.example/notes), [write](mailto:us@keelbook.example?subject=Hi&body=x) or see https://keelbook.example/more, ask ada@keelbook.example at a.example.",
  );
  expect(bodyText.replaceAll(/\s+/gu, " ")).toContain(
    "Read the notes <https://keelbook.example/notes>, write <us@keelbook.example> or see https://keelbook.example/more",
  );
  expect([...bodyHtml.matchAll(/<a href="([^"]+)"/gu)].map(([, href]) => href)).toEqual([
    "https://keelbook.example/notes",
    "mailto:us@keelbook.example?subject=Hi&amp;body=x",
    "https://keelbook.example/more",
  ]);
});

it("says each person's own link and friends, wherever it stands, and nothing else in braces", () => {
  const update = renderUpdate(
    "# {{friends}} came\n\nNumber {{place}}, invite [more]({{share_link}}), by {{share_link}}, too.",
  );
  const shareLink = "https://keelbook.example/?via=0123ABCD";
  const person = { shareLink, friends: 3, place: 1214, inviteLink: undefined };
  const { subject, preheader, bodyHtml, bodyText } = forPerson(update, person);
  expect([subject, preheader]).toEqual(["3 came", `Number 1,214, invite more, by ${shareLink}, too.`]);
  expect([...bodyHtml.matchAll(/<a href="([^"]+)"/gu)].map(([, href]) => href)).toEqual([shareLink, shareLink]);
  expect(bodyText.replaceAll(/\s+/gu, " ")).toContain(`invite more <${shareLink}>, by ${shareLink}, too.`);
  expect(() => renderUpdate("# Hi {{name}}")).toThrow(
    "There is no {{name}}. The text may say {{share_link}}, {{friends}}, {{place}}, {{invite_link}}, {{name|there}}.",
  );
  expect(() => renderUpdate("# Hi\n\n{{unsubscribeToken}}")).toThrow(UpdateError);
});

it("says each person's way into the product, also where the product's address has a query", () => {
  const update = renderUpdate("# Come in\n\nYour place is [here]({{invite_link}}): {{invite_link}}");
  const inviteLink = "https://product.example/?plan=a&invite=0123456789ABCDEF";
  const { preheader, bodyHtml, bodyText } = forPerson(update, { shareLink: "", friends: 0, place: 1, inviteLink });
  expect(preheader).toBe(`Your place is here: ${inviteLink}`);
  const escaped = inviteLink.replace("&", "&amp;");
  expect([...bodyHtml.matchAll(/<a href="([^"]+)"/gu)].map(([, href]) => href)).toEqual([escaped, escaped]);
  expect(bodyText.replaceAll(/\s+/gu, " ")).toContain(`Your place is here <${inviteLink}>: ${inviteLink}`);
  expect([saysInviteLink(update), saysInviteLink(renderUpdate("# Come in"))]).toEqual([true, false]);
});

it("shows words in angle brackets that are written as text", () => {
  const update = renderUpdate("# Hello &lt;name&gt;\n\nSee \\<client> and &lt;b&gt;.\n\n```\n<b>\n```\n");
  expect(update).toMatchObject({ subject: "Hello <name>", preheader: "See <client> and <b>." });
  expect(update.bodyHtml).toContain(">See &lt;client&gt; and &lt;b&gt;.</p>");
  expect(update.bodyHtml).toMatch(/<pre [^>]*style="[^"]+">&lt;b&gt;\n<\/pre>/u);
});

it.each([
  ["Hello", "Line 1: begin with the subject"],
  ["# News\n\n# More", "Line 3: only one heading is the subject."],
  [`# ${"a".repeat(151)}`, "Line 1: a subject has 1 to 150 characters."],
  ["# News\n\n![boat](https://keelbook.example/boat.png)", "Line 3: a mail carries no pictures."],
  ["# News\n\nHello <b\nclass=x>you", "Line 3: raw HTML is not sent"],
  ["# News\n\n| Plan | Price |\n| --- | --- |\n| Solo | €9 |", "Line 3: a mail carries no tables"],
  ["# News\n\n#### More", "Line 3: headings below the subject are ## or ###."],
  ["# News\n\nhttp://keelbook.example", 'A link leads to "http://keelbook.example"'],
  ["# News\n\n[x][1]\n\n[1]: data:text/html,x", "A link leads to"],
  ["# News \u202egpj", "Holds a control character."],
  [`# News\n\n${"a".repeat(maxUpdateLength)}`, "Longer than"],
  [`# News\n\n${`- ${"語".repeat(43)}\n`.repeat(430)}`, "Longer than 90000 bytes as HTML"],
])("an update is refused: %#", (source, message) => {
  expect(() => renderUpdate(source)).toThrow(UpdateError);
  expect(() => renderUpdate(source)).toThrow(message);
});

it("never has its text filled in, and stays below what Gmail cuts off", () => {
  const update = renderUpdate(`# News\n\n{unsubscribeToken}\n\n${"word ".repeat(3900)}`);
  const { html, text } = renderMessage("update", { site, unsubscribeToken, placeToken, ...update });
  expect(html).toContain(">{unsubscribeToken}</p>");
  // The links at the end have it, the sample's place among them.
  expect(text.match(new RegExp(unsubscribeToken, "gu"))).toHaveLength(3);
  expect(Buffer.byteLength(html)).toBeLessThan(102_000);
});
