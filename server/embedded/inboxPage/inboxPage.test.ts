import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sampleMail } from "../../../tests/support/sampleMail.ts";
import { createInbox } from "../../mail/transports/inbox.ts";
import { createInboxPage, isPrivate } from "./inboxPage.ts";

const origin = "http://localhost:4173";
let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "keelbook-inbox-page-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const inbox = () => {
  const { app, url } = createInboxPage(folder, origin);
  const get = async (path: string, init?: RequestInit) => app.request(new URL(path, url).href, init);
  return { app, url, get, text: async (path: string) => (await get(path)).text() };
};

/** Addresses of the mails that the list leads to. */
const listed = (page: string): string[] => [...page.matchAll(/href="(\/inbox\/[^"]+\/mails\/[^"]+)"/gu)].map(String);
const firstOf = (page: string): string => /href="(\/inbox\/[^"]+\/mails\/[^"]+)"/u.exec(page)?.[1] ?? "";

describe("the inbox page", () => {
  it("shows an empty inbox, and tells no other site its address", async () => {
    const { text, get } = inbox();
    expect(await text("")).toContain("None yet.");
    const { headers } = await get("");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  });

  it("lists the mails, newest first, and shows each in a frame that runs nothing", async () => {
    const transport = createInbox(folder);
    await transport.send(sampleMail({ subject: "First", to: "ada@example.com" }));
    await new Promise((resolve) => setTimeout(resolve, 5));
    await transport.send(
      sampleMail({ subject: "Second", html: "<p>Hello <a href='https://x.example/#confirm=1'>Go</a></p>" }),
    );
    const { text, get } = inbox();
    const list = await text("");
    expect(listed(list)).toHaveLength(2);
    expect(list.indexOf("Second")).toBeLessThan(list.indexOf("First"));
    const page = await text(firstOf(list));
    expect(page).toContain("Second");
    expect(page).toContain("Message-ID");
    expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
    const mail = await get(`${firstOf(list)}/html`);
    expect(await mail.text()).toContain('<base target="_blank">');
    const policy = mail.headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("sandbox allow-popups");
    expect(policy).not.toContain("allow-scripts");
    expect(policy).not.toContain("allow-same-origin");
  });

  it("escapes whatever a mail says outside its frame", async () => {
    await mkdir(join(folder, "inbox"));
    const evil = '"><script>alert(1)</script>';
    const name = '2026-"><img src=x onerror=alert(1)>.eml';
    const lines = [
      `Subject: ${evil}`,
      `From: "${evil.replaceAll('"', "")}" <a@x.example>`,
      `To: b@x.example`,
      `X-Odd: ${evil}`,
      "",
      evil,
    ];
    await writeFile(join(folder, "inbox", name), lines.join("\r\n"));
    const { text } = inbox();
    const list = await text("");
    const page = await text(firstOf(list));
    for (const html of [list, page]) {
      expect(html).toContain("&lt;script&gt;");
      expect(html).not.toMatch(/<script|<img/u);
    }
  });

  it.each(["/inbox", `/inbox/${"a".repeat(43)}/`])("answers 404 to %s", async (path) => {
    const { app } = inbox();
    expect((await app.request(`${origin}${path}`)).status).toBe(404);
  });

  it.each(["..%2Fkeys.json", "none.eml"])("gives no other file: %s", async (name) => {
    await writeFile(join(folder, "keys.json"), "secret");
    await mkdir(join(folder, "inbox"));
    await writeFile(join(folder, "inbox", "a.eml"), "Subject: x\r\n\r\nx");
    const { get } = inbox();
    expect((await get(`mails/${name}`)).status).toBe(404);
    expect((await get(`mails/${name}/html`)).status).toBe(404);
  });

  it("has another secret at each start, and answers to no other name of this machine", async () => {
    const { url, app } = inbox();
    expect(inbox().url).not.toBe(url);
    expect(new URL(url).pathname).toMatch(/^\/inbox\/[\w-]{43}\/$/u);
    const rebound = url.replace("localhost", "stranger.example");
    expect((await app.request(rebound)).status).toBe(404);
    expect((await app.request(url, { method: "POST" })).status).toBe(404);
  });

  it("leaves out what is no mail", async () => {
    await mkdir(join(folder, "inbox", "folder.eml"), { recursive: true });
    await writeFile(join(folder, "inbox", "half.eml.part"), "Subject: x");
    expect(listed(await inbox().text(""))).toEqual([]);
  });
});

it.each([
  [{ host: "127.0.0.1", siteUrl: "http://localhost:4173", proxies: 0 }, true],
  [{ host: "0.0.0.0", siteUrl: "http://localhost:4173", proxies: 0 }, false],
  [{ host: "127.0.0.1", siteUrl: "http://localhost:4173", proxies: 1 }, false],
])("is made for %o: %s", (stack, expected) => {
  expect(isPrivate(stack)).toBe(expected);
});
