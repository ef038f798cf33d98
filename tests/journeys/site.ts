import { chmod, mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { expect, type Page, test as base } from "@playwright/test";
import PostalMime from "postal-mime";
import type { Supabase } from "../../server/supabase/client.ts";
import { createServiceClient } from "../../server/supabase/client.ts";
import { nodeHost } from "../../server/supabase/nodeHost.ts";
import { type MailSettings, readMailSettings } from "../../server/settings/mailSettings.ts";
import { startStack, type Stack } from "../../server/embedded/stack/stack.ts";

interface SentMail {
  text: string;
  /** A header of it, by its name in lower case. */
  headerOf(name: string): string;
}

/** The built export on a real stack with a database of its own. */
export interface Site {
  url: string;
  supabase: Supabase;
  /** The newest mail to an address. */
  mailTo(address: string): Promise<SentMail>;
  /** Address of the page that shows the inbox. */
  inbox: string;
}

async function startSite(options: {
  exportFolder: string;
  recaptchaSecret?: string;
  captchaEffort: number;
  mail?: MailSettings;
}): Promise<Site & { stop(): Promise<void> }> {
  const parent = await mkdtemp(join(tmpdir(), "keelbook-site-"));
  await chmod(parent, 0o755);
  const stack: Stack = await startStack({
    dataFolder: join(parent, "data"),
    port: 0,
    rateLimit: { burst: 1000, secondsPerRequest: 1 },
    ...options,
  });
  const inbox = join(stack.dataFolder, "inbox");
  const newestTo = async (address: string): Promise<SentMail | undefined> => {
    const names = await readdir(inbox).catch(() => []);
    for (const name of names.filter((file) => file.endsWith(".eml")).sort((a, b) => b.localeCompare(a))) {
      const { to, text = "", headers } = await PostalMime.parse(await readFile(join(inbox, name)));
      const headerOf = (key: string) => headers.find((header) => header.key === key)?.value ?? "";
      if (to?.[0]?.address === address) return { text, headerOf };
    }
    return undefined;
  };
  const mailTo = async (address: string): Promise<SentMail> => {
    let mail: SentMail | undefined;
    // Nobody waits for a mail to be sent, the page's answer neither.
    await expect.poll(async () => (mail = await newestTo(address)) !== undefined).toBe(true);
    if (!mail) throw new Error(`No mail to ${address}`);
    return mail;
  };
  return {
    url: stack.url,
    supabase: createServiceClient(stack.url, stack.keys.secretKey, nodeHost),
    inbox: stack.inbox ?? "",
    mailTo,
    stop: async () => {
      await stack.stop();
      await rm(parent, { recursive: true, force: true });
    },
  };
}

interface WorkerFixtures {
  site: Site;
  /** Folder of the export the site serves. */
  exportFolder: string;
  recaptchaSecret: string | undefined;
  /** Share of the captcha's true work; a little, unless a test is about it. */
  captchaEffort: number;
  /** Whether the mails of the forms are sent, to the inbox. */
  sendsMail: boolean;
}

interface TestFixtures {
  /** What the page may write to the console in this test; nothing unless told. */
  allowedConsole: RegExp;
  /** Fails the test on a console error, a page error or a hydration warning. */
  quietPage: Page;
}

/** A test on the built export; `quietPage` is a page whose console must stay quiet. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  exportFolder: ["dist/client", { scope: "worker", option: true }],
  recaptchaSecret: [undefined, { scope: "worker", option: true }],
  captchaEffort: [0.1, { scope: "worker", option: true }],
  sendsMail: [false, { scope: "worker", option: true }],
  site: [
    async ({ exportFolder, captchaEffort, recaptchaSecret, sendsMail }, use) => {
      const site = await startSite({
        exportFolder,
        captchaEffort,
        ...(recaptchaSecret ? { recaptchaSecret } : {}),
        ...(sendsMail ? { mail: readMailSettings(() => undefined) } : {}),
      });
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

/** Fails on any accessibility violation that axe knows (WCAG 2.2 AA and best practices). */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`)).toEqual(
    [],
  );
}

/** An address nobody used before, in a reserved domain (RFC 2606). */
export const freshAddress = (): string => `${crypto.randomUUID()}@example.com`;

export { expect };
