import { PassThrough, Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { openSource } from "../../../records/source/openSource.ts";
import { surveyColumns } from "../columns/survey.ts";
import { settleStatus } from "./ask.ts";
import { chooseStatus } from "./choose.ts";
import { kindByName, looksLikeStatus } from "./names.ts";
import { cellStandings, type StatusKind } from "./read.ts";

const cell = (kind: StatusKind, text: string) => cellStandings(kind, text, new Map())?.join(" ");

describe("cellStandings", () => {
  it.each<[StatusKind, string, string | undefined]>([
    ["status", "Subscribed", "listed"],
    ["status", "", "listed"],
    ["status", "Unsubscribed", "unsubscribed"],
    ["status", "Non-Subscribed", "unsubscribed"],
    ["status", "NEVER_SUBSCRIBED", "unsubscribed"],
    ["status", "opted out", "unsubscribed"],
    ["status", "Abgemeldet", "unsubscribed"],
    ["status", "gekündigt", "unsubscribed"],
    ["status", "blocklisted", "unsubscribed"],
    ["status", "cleaned", "bounced"],
    ["status", "Hard bounce", "bounced"],
    ["status", "spam complaint", "complained"],
    ["status", "['HARD_BOUNCE', 'UNSUBSCRIBE']", "bounced unsubscribed"],
    ["status", "unsubscribed; spam", "unsubscribed complained"],
    ["status", "paused", undefined],
    ["status", "yes", undefined],
    ["status", "unsubscribed, who knows", undefined],
    ["subscribed", "yes", "listed"],
    ["subscribed", "2026-05-04", "listed"],
    ["subscribed", "no", "unsubscribed"],
    ["subscribed", "FALSE", "unsubscribed"],
    ["subscribed", "Nein", "unsubscribed"],
    ["subscribed", "UNSUBSCRIBED", "unsubscribed"],
    ["subscribed", "perhaps", undefined],
    ["unsubscribed_at", "", "listed"],
    ["unsubscribed_at", "0000-00-00 00:00:00", "listed"],
    ["unsubscribed_at", "no", "listed"],
    ["unsubscribed_at", "subscribed", "listed"],
    ["unsubscribed_at", "x", "unsubscribed"],
    ["unsubscribed_at", "ja", "unsubscribed"],
    ["unsubscribed_at", "2026-05-04", "unsubscribed"],
    ["unsubscribed_at", "by link", "unsubscribed"],
    ["unsubscribed_at", "bounced", "bounced"],
    ["bounced", "550 no such user", "bounced"],
    ["bounced", "0", "listed"],
    ["complained", "true", "complained"],
  ])("%s: %s", (kind, text, standing) => {
    expect(cell(kind, text)).toBe(standing);
  });

  it("uses the operator's meaning of a word that it does not know", () => {
    expect(cellStandings("status", "Paused!", new Map([["paused", "unsubscribed"]]))).toEqual(["unsubscribed"]);
  });
});

describe("columns by name", () => {
  it.each([
    ["Email Marketing Status", "status"],
    ["Accepts Email Marketing", "subscribed"],
    ["subscribed_to_emails", "subscribed"],
    ["DOUBLE_OPT-IN", "subscribed"],
    ["Unsubscribed", "unsubscribed_at"],
    ["UNSUB_TIME", "unsubscribed_at"],
    ["removed_date", "unsubscribed_at"],
    ["email_disabled", "unsubscribed_at"],
    ["Opted out of email: Marketing Information", "unsubscribed_at"],
    ["Gekündigt", "unsubscribed_at"],
    ["Email hard bounce reason", "bounced"],
    ["CLEAN_TIME", "bounced"],
    ["Portal Spam Report", "complained"],
    ["active_subscription", undefined],
    ["UNSUB_REASON", undefined],
    ["Accepts SMS Marketing", undefined],
  ])("%s", (header, kind) => {
    expect(kindByName(header)).toBe(kind);
  });

  it.each([
    ["Lead Status", true],
    ["Newsletter Zustimmung", true],
    ["Is unsubscribed?!", true],
    ["active_subscription", false],
    ["UNSUB_CAMPAIGN_TITLE", false],
    ["SMS Marketing Consent", false],
    ["State", false],
    ["Name", false],
  ])("%s is looked at twice: %s", (header, looks) => {
    expect(looksLikeStatus(header)).toBe(looks);
  });
});

describe("columns by their words", () => {
  const chosen = async (csv: string) => {
    const input = Readable.from([Buffer.from(csv)]);
    const source = await openSource("-", { folder: ".", input, signal: new AbortController().signal });
    try {
      const { columns, rows } = await surveyColumns(source);
      const mapped = { columns: new Map(), left: new Set<string>() };
      return { columns, rows, choice: chooseStatus(columns, mapped, rows, new Map()) };
    } finally {
      await source.close();
    }
  };

  it.each([
    ["State", "active,cancelled", true],
    ["State", "active,pending", false],
    ["State", "NY,cancelled", false],
    ["Plan", "active,cancelled", false],
    ["SMS", "active,cancelled", false],
    ["Lead Status", ",", false],
  ])("%s with %s is asked about: %s", async (name, words, unclear) => {
    const lines = words.split(",").map((word, index) => `${index}@x.org,${word}\n`);
    const { choice } = await chosen(`email,${name}\n${lines.join("")}`);
    expect(choice).toMatchObject({ columns: [], unclear: unclear ? [{ name }] : [] });
  });

  it("are not said to have unknown words", async () => {
    const { columns, rows, choice } = await chosen("email,State\na@x.org,active\nb@x.org,cancelled\n");
    const io = { ask: undefined, err: new PassThrough(), columns: 80, interactive: false };
    await expect(settleStatus(io, choice, columns, rows, new Map())).rejects.toMatchObject({
      message: 'The column "State" may say who may be mailed (active, cancelled).',
      hint: expect.stringContaining('--map status="State"'),
    });
  });
});
