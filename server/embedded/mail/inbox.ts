import { randomUUID } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { EmailDriver } from "@supabase/lite";

/**
 * The mail transport of a stack without SMTP: each message becomes one JSON file (0600) in the data folder's inbox,
 * named by the time it was sent, for the developer or a test to read.
 */
export function createInbox(dataFolder: string): EmailDriver {
  const inbox = join(dataFolder, "inbox");
  return {
    async send({ to, subject, text, html }) {
      await mkdir(inbox, { recursive: true, mode: 0o700 });
      const name = `${new Date().toISOString().replaceAll(":", "-")}-${randomUUID()}.json`;
      await writeFile(join(inbox, name), JSON.stringify({ to, subject, text, html }, null, 2), { mode: 0o600 });
    },
  };
}
