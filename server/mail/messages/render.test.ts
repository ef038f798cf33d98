import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { brand, defaultSiteUrl } from "../../contract/brand.ts";
import type { MailContent } from "../mail.ts";
import { isMessageKind, messageParameters, type MessageKind } from "./parameters.ts";
import { MessageError, renderMessage } from "./render.ts";
import { sampleParameters } from "../../../tests/support/sampleParameters.ts";

const kinds = Object.keys(messageParameters).filter(isMessageKind);
/** Renders without the help of the types, which allow a method wider parameters. */
const unchecked: { render(kind: MessageKind, parameters: object): MailContent } = { render: renderMessage };

const hrefs = (html: string) => [...html.matchAll(/ href="([^"]*)"/gu)].map(([, href = ""]) => href);

describe.each(kinds)("the mail %s", (kind) => {
  const mail = renderMessage(kind, sampleParameters[kind]);

  it("has a text worth reading", () => {
    for (const part of Object.values(mail)) expect(part).not.toMatch(/\{\{|undefined|\[object/u);
    // A wave takes several days, and a server may hold a mail up.
    expect(`${mail.subject} ${mail.html}`).not.toMatch(/\btoday\b/iu);
    // Gmail cuts off mails of more than 102 kB.
    expect(Buffer.byteLength(mail.html)).toBeLessThan(30_000);
    for (const line of mail.text.split("\n")) expect(line.length <= 78 || /^\S+$/u.test(line)).toBe(true);
  });

  it("leads to the site alone, by links that do nothing when a program follows them; the launch to the product as well", () => {
    const { inviteLink } = sampleParameters["launch-announcement"];
    const toSite = hrefs(mail.html).filter((href) => href !== inviteLink);
    expect(hrefs(mail.html).length - toSite.length).toBe(kind.startsWith("launch-announcement") ? 2 : 0);
    expect(toSite.length).toBeGreaterThan(0);
    for (const href of toSite) expect(href.slice(0, defaultSiteUrl.length + 1)).toBe(`${defaultSiteUrl}/`);
    for (const href of toSite) expect(new URL(href).search).toBe("");
    const others = mail.html.replaceAll(/https:\/\/product\.example\/(?:<wbr\/>)?\?invite=0{16}/gu, "");
    expect(others.replaceAll(`${defaultSiteUrl}/`, "").match(/https?:\/\/(?!www\.w3\.org\/)/gu)).toBe(null);
    expect(mail.html).not.toMatch(/<(?:img|script|iframe|form|link|object|svg)|url\(|@import/iu);
  });

  it("says each of its links in its text as well", () => {
    const links = hrefs(mail.html).map((link) => link.replaceAll("&amp;", "&"));
    expect(links.filter((link) => link !== `${defaultSiteUrl}/` && !mail.text.includes(link))).toEqual([]);
  });

  it("tells a screen reader its language, its title and its order", () => {
    expect(mail.html).toMatch(/<html[^>]* lang="en"/u);
    // Web mail shows only the body, inside another page.
    expect(mail.html).toMatch(/<body[^>]*>.*<table[^>]* lang="en"/su);
    expect(mail.html).toMatch(/<title>[^<]+<\/title>/u);
    expect(mail.html.match(/<h1/gu)).toHaveLength(1);
    const tables = mail.html.match(/<table[^>]*>/gu) ?? [];
    for (const table of tables) expect(table).toContain('role="presentation"');
  });

  it("has a column and a space around its text in Outlook for Windows, which reads neither `max-width` nor a table's padding", () => {
    const asOutlook = mail.html.replaceAll(/<!--\[if mso\]>|<!\[endif\]-->/gu, "");
    expect(asOutlook.match(/<table[^>]*>/gu)?.filter((table) => /[";]padding/u.test(table))).toEqual([]);
    // The marker is not a comment, as a hosted project's auth service removes all comments.
    expect(mail.html.replaceAll(/<!--.*?-->/gsu, "")).toMatch(/<\/td>\s*<td width="600">\s*<table[^>]*>/u);
  });

  it("refuses a parameter that is missing, and one that it does not know", () => {
    for (const name of Object.keys(sampleParameters[kind])) {
      const without = { ...sampleParameters[kind], [name]: undefined };
      expect(() => unchecked.render(kind, without)).toThrow(`see ${name}.`);
    }
    expect(() => unchecked.render(kind, { ...sampleParameters[kind], name: "Ada" })).toThrow(/see name\./u);
  });

  it("shows who sends it where that is set, and nothing where it is not", () => {
    const imprint = "Keelbook Oy <b>&\"'</b> Helsinki";
    const signed = renderMessage(kind, { ...sampleParameters[kind], imprint });
    expect(signed.html).toContain("Keelbook Oy &lt;b&gt;&amp;&quot;&#39;&lt;/b&gt; Helsinki");
    expect(signed.text).toMatch(/\n\nKeelbook Oy <b>&"'<\/b> Helsinki\n$/u);
  });
});

it("is signed by the sender's name or else by the brand, but for links to sign in and the operator's own words", () => {
  const unsigned = /^(?:signup|magiclink|recovery|launch-announcement-written|update|operator-.*)$/u;
  for (const kind of kinds) {
    const of = (sender: string) => unchecked.render(kind, { ...sampleParameters[kind], sender });
    const signed = !unsigned.test(kind);
    for (const [sender, name] of [
      ["Ada <Berg>", "Ada <Berg>"],
      ["", brand],
    ] as const) {
      expect(of(sender).text.includes(`\n— ${name}\n`)).toBe(signed);
      expect(of(sender).html.includes(`— ${name.replace("<", "&lt;").replace(">", "&gt;")}<`)).toBe(signed);
    }
  }
});

const mayUnsubscribe = kinds.filter((kind) =>
  renderMessage(kind, sampleParameters[kind]).html.includes("Unsubscribe<"),
);
it("offers to leave the list in the mails to the list, and in no other", () => {
  expect(mayUnsubscribe).toEqual([
    "waitlist-confirmation",
    "waitlist-confirmation-imported",
    "waitlist-confirmation-written",
    "launch-announcement",
    "launch-announcement-written",
    "update",
  ]);
});

it("is as text what it is as HTML", () => {
  const { subject, text } = renderMessage("waitlist-confirmation", sampleParameters["waitlist-confirmation"]);
  // Another brand may have any length, so the lines are compared as before they were wrapped, and without the
  // brand.
  const unwrapped = text.trimEnd().replaceAll(/(?<!\n)\n(?!\n|- |https:)/gu, " ");
  expect(`Subject: ${subject}\n\n${unwrapped}`.replaceAll(brand, "<brand>").replaceAll(defaultSiteUrl, "<site>"))
    .toMatchInlineSnapshot(`
      "Subject: Please confirm your address

      Please confirm your address

      <brand> will keep invoices, time, clients, cash flow and tax in one book, for freelancers and small businesses.

      Somebody, probably you, joined its waitlist with this address. Confirm that it’s yours, and we’ll email you when it opens.

      Confirm my address:
      <site>/#confirm=k7Qm2xV9pLr4TzWc8HnYb3JdF6sAeGu5MqXoCvKtNiE

      If it wasn’t you, ignore this email. Without your confirmation we won’t write again, and we delete the address after 30 days, unless it also reached us another way.

      — <brand>

      - Now: You confirm
      - Launch day: You hear first

      This address was put on <brand>’s waitlist. This email asks whether that was you.

      Unsubscribe:
      <site>/#unsubscribe=k7Qm2xV9pLr4TzWc8HnYb3JdF6sAeGu5MqXoCvKtNiE

      Your place:
      <site>/#place=k7Qm2xV9pLr4TzWc8HnYb3JdF6sAeGu5MqXoCvKtNiE.k7Qm2xV9pLr4TzWc8HnYb3JdF6sAeGu5MqXoCvKtNiE"
    `);
});

it("promises the answer 48 hours after the application, whatever the zone of the machine", () => {
  const receivedAt = new Date("2026-12-30T23:30:00Z");
  const { text } = renderMessage("application-received", { site: defaultSiteUrl, receivedAt });
  expect(text.replaceAll("\n", " ")).toContain("by Friday 1 January, 23:30 UTC.");
});

describe("what is asked to go into a mail", () => {
  const token = "t".repeat(43);
  const site = defaultSiteUrl;

  it("is refused by the name of its parameter, never by its value", () => {
    const wrong = { site, token: "secret\r\nBcc: ada@example.com" };
    expect(() => renderMessage("magiclink", wrong)).toThrow(
      new MessageError("The mail magiclink cannot be made: see token."),
    );
  });

  it("is no site, token, number of days, moment or subject that would make another mail", () => {
    const days = { ...sampleParameters["waitlist-confirmation"] };
    for (const address of [
      "javascript:alert(1)",
      `${site}/?next=//evil.example`,
      "https://user:word@x.example/",
      `${site}/\r\nBcc: a@b.example`,
      "",
    ])
      expect(() => renderMessage("application-declined", { site: address })).toThrow(MessageError);
    for (const wrong of ["short", `${token}"`, `${token}&type=recovery`, `${token}\n`, `{{site}}${token}`])
      expect(() => renderMessage("magiclink", { site, token: wrong })).toThrow(MessageError);
    for (const wrong of [0, 1.5, Number.NaN, 1e9])
      expect(() => renderMessage("waitlist-confirmation", { ...days, days: wrong })).toThrow(MessageError);
    for (const subject of ["A\r\nBcc: ada@example.com", "A\u2028B", "A\u202eB"])
      expect(() => renderMessage("update", { ...sampleParameters.update, subject })).toThrow("see subject.");
    expect(() => renderMessage("application-received", { site, receivedAt: new Date(Number.NaN) })).toThrow(
      MessageError,
    );
    const launch = sampleParameters["launch-announcement"];
    for (const inviteLink of ["javascript:alert(1)", "https://", "https://a.example/\r\nBcc: a@b.example"])
      expect(() => renderMessage("launch-announcement", { ...launch, inviteLink })).toThrow("see inviteLink.");
    expect(renderMessage("waitlist-confirmation", { ...days, days: 1 }).text).toContain("after 1 day,");
  });

  it("never opens an element, a placeholder or a header field", () => {
    const elements = (html: string) => html.match(/<[a-z/!]/giu)?.length;
    const launch = { ...sampleParameters["launch-announcement"], site };
    const clean = renderMessage("launch-announcement", launch);
    const imprints = fc.sample(fc.string({ unit: "grapheme-ascii", maxLength: 200 }), 300);
    for (const imprint of [...imprints, "<b>", "</p><script>", '" onload="x', "<!--", "]]>", "{{site}}"]) {
      const mail = renderMessage("launch-announcement", { ...launch, imprint });
      expect(elements(mail.html)).toBe(elements(clean.html));
      expect(mail.subject).toBe(clean.subject);
    }
  });
});
