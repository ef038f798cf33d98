import { describe, expect, it } from "vitest";
import { messageParameters, type MessageKind, type MessageParameters } from "./parameters.ts";
import { MessageError, renderMessage } from "./render.ts";

const site = "https://keelbook.example/promo/";
const token = "k7Qm2xV9".repeat(5);

const samples: { [Kind in MessageKind]: MessageParameters<Kind> } = {
  signup: { site, token },
  magiclink: { site, token },
  recovery: { site, token },
  "waitlist-confirmation": { site, token, days: 30 },
  "application-received": { site, receivedAt: new Date("2026-11-21T14:05:00Z") },
  "application-accepted": { site, token, tokenType: "magiclink" },
  "application-declined": { site },
  "launch-announcement": { site, unsubscribeToken: token },
  update: {
    site,
    unsubscribeToken: token,
    subject: "Invoices are done",
    preheader: "What works",
    bodyHtml: "<p>Hello</p>",
    bodyText: "Hello",
  },
};
const isKind = (name: string): name is MessageKind => name in messageParameters;
const kinds = Object.keys(messageParameters).filter(isKind);

describe.each(kinds)("the mail %s", (kind) => {
  const mail = renderMessage(kind, samples[kind]);

  it("leaves no placeholder empty", () => {
    for (const part of Object.values(mail)) expect(part).not.toMatch(/\{\{|undefined/u);
  });

  it("leads to the site alone", () => {
    const links = [...mail.html.matchAll(/href="([^"]*)"/gu)].map(([, link]) => link);
    expect(links.length).toBeGreaterThan(0);
    for (const link of links) expect(link).toMatch(/^https:\/\/keelbook\.example\/promo\//u);
    expect(mail.html.match(/https?:\/\/(?!keelbook\.example\/|www\.w3\.org\/)/gu)).toBe(null);
  });
});

describe("what goes into a mail", () => {
  it("is refused by its name, never its value", () => {
    const wrong = { site, token: "secret\r\nBcc: ada@example.com" };
    expect(() => renderMessage("magiclink", wrong)).toThrow(
      new MessageError("The mail magiclink cannot be made: see token."),
    );
  });
});
