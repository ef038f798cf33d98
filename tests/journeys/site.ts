import { createServer } from "node:http";
import { text } from "node:stream/consumers";
import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";
import PostalMime, { type Email } from "postal-mime";
import { Webhook } from "standardwebhooks";
import * as v from "valibot";
import { readMailSettings } from "../../server/settings/hosts.ts";
import type { Supabase } from "../../server/supabase/client.ts";
import { createServiceClient } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { inboxFolder } from "../../server/mail/transports/inbox.ts";
import { startStack, type Stack } from "../../server/embedded/stack/stack.ts";
import { hashCheaply } from "../support/cheapPasswords.ts";
import { copyFolder } from "../support/dataFolders.ts";
import { webhookSecret } from "../support/backend.ts";
import { listen } from "../support/listen.ts";
import { mintCaptchaFor } from "../support/mintCaptcha.ts";
import { productUrl } from "../support/product.ts";

/** The built export on a real stack with its own database. */
export interface Site {
  url: string;
  supabase: Supabase;
  /** A solved captcha that has not been used. */
  solvedCaptcha(): Promise<string>;
  /** The newest mail to an address. */
  mailTo(address: string): Promise<Email & { text: string }>;
  /** Address of the page that shows the inbox. */
  inbox: string;
  /** Data folder of the stack, for the command line. */
  dataFolder: string;
  /** Types of the webhook's events about an address so far, sorted. */
  eventsOf(address: string): string[];
}

hashCheaply();

/** Folder of the export that the site serves. */
export const exportFolder = "dist/client";

/** The newest mail to an address in the inbox of a data folder. */
async function newestTo(address: string, dataFolder: string): Promise<Email | undefined> {
  const inbox = inboxFolder(dataFolder);
  const names = await readdir(inbox).catch((): string[] => []);
  for (const name of names.filter((file) => file.endsWith(".eml")).sort((a, b) => b.localeCompare(a))) {
    const mail = await PostalMime.parse(await readFile(join(inbox, name)));
    if (mail.to?.[0]?.address === address) return mail;
  }
  return undefined;
}

const eventForm = v.object({ type: v.string(), data: v.looseObject({ email: v.optional(v.string()) }) });

/** Starts a receiver of the webhook, which verifies each event's signature. */
async function startReceiver() {
  const received: v.InferOutput<typeof eventForm>[] = [];
  const server = createServer(async (request, response) => {
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    received.push(v.parse(eventForm, new Webhook(webhookSecret).verify(await text(request), headers)));
    response.writeHead(204).end();
  });
  return {
    url: new URL(`http://127.0.0.1:${await listen(server)}`),
    eventsOf: (address: string) =>
      received.flatMap(({ type, data }) => (data.email === address ? type : [])).toSorted(),
    stop: () => server.close().closeAllConnections(),
  };
}

async function startSite(): Promise<Site & { stop(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), "keelbook-site-"));
  await chmod(parent, 0o755);
  const dataFolder = join(parent, "data");
  await copyFolder(process.env.PREPARED_FOLDER ?? "", dataFolder);
  const receiver = await startReceiver();
  const stack: Stack = await startStack({
    dataFolder,
    port: 0,
    rateLimit: { burst: 1000, secondsPerRequest: 1 },
    // This is a small share of the captcha's real work.
    captchaEffort: 0.02,
    exportFolder,
    mail: readMailSettings({ PRODUCT_URL: productUrl }),
    webhook: { url: receiver.url, secret: webhookSecret },
  });
  const mailTo = async (address: string): Promise<Email & { text: string }> => {
    let found: Email | undefined;
    // The page's answer does not wait for the mail, which may therefore be sent later.
    await expect.poll(async () => (found = await newestTo(address, stack.dataFolder)) !== undefined).toBe(true);
    if (!found) throw new Error(`No mail to ${address}`);
    return { ...found, text: found.text ?? "" };
  };
  return {
    url: stack.url,
    supabase: createServiceClient(stack.url, stack.keys.secretKey, nodeHost),
    solvedCaptcha: () => mintCaptchaFor(stack.keys.captchaSecret),
    inbox: stack.inbox ?? "",
    dataFolder: stack.dataFolder,
    mailTo,
    eventsOf: receiver.eventsOf,
    stop: async () => {
      await stack.stop();
      receiver.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

interface TestFixtures {
  /** Console messages that the page may write in this test; by default none. */
  allowedConsole: RegExp;
  /** Fails the test on a console error, a page error or a hydration warning. */
  quietPage: Page;
}

/** A test on the built export. `quietPage` is a page that must write nothing to the console. */
export const test = base.extend<TestFixtures, { site: Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads there what a fixture needs
    async ({}, use) => {
      const site = await startSite();
      await use(site);
      await site.stop();
    },
    { scope: "worker" },
  ],
  allowedConsole: [/^$/u, { option: true }],
  quietPage: async ({ page, allowedConsole }, use) => {
    const heard: string[] = [];
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && heard.push(message.text()));
    page.on("pageerror", (error) => heard.push(error.message));
    await use(page);
    expect(heard.filter((line) => !allowedConsole.test(line))).toEqual([]);
  },
});

/**
 * Fails on any accessibility violation that axe finds (WCAG 2.2 AA and best practices). axe runs inside the
 * page: by default it opens another page for its report, which takes as long again and finds more only in
 * frames, of which there may be none.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // The frame of a mail is excepted, because other tests check mails.
  await expect(page.locator("iframe:not([srcdoc])")).toHaveCount(0);
  // axe stays in a document; reading its source again would take a third of its time.
  const there = page.frames().length === 1 && (await page.evaluate(() => "axe" in window));
  const { violations } = await new AxeBuilder({ page, ...(there && { axeSource: ";" }) })
    .setLegacyMode()
    .options({ resultTypes: ["violations"] })
    .analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual(
    [],
  );
}

/** Waits until a request of the page is answered, and every request that the page sent before. */
export const expectAnswer = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => fetch("/", { method: "HEAD" }).then(({ status }) => status))).toBe(200);

/** An unused address in a reserved domain (RFC 2606). */
export const freshAddress = (): string => `${crypto.randomUUID()}@example.com`;

export { expect };
