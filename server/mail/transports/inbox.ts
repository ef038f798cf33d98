import { mkdir, readdir, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { inDataFolder } from "../../lib/dataFolder.ts";
import { mailBytes } from "./compose.ts";
import { DeliveryError, type Transport } from "./transport.ts";

/** The folder of a stack's inbox. */
export const inboxFolder = (dataFolder: string): string => join(dataFolder, inDataFolder.inbox);

/**
 * The transport of a stack without SMTP: each mail becomes an `.eml` file (0600) in the data folder's inbox, named by the time
 * it was written. Mail programs, developers and tests can read it.
 */
export function createInbox(dataFolder: string): Transport {
  const folder = inboxFolder(dataFolder);
  return {
    about: "files in inbox/",
    concurrency: 4,
    async send(mail) {
      const file = join(folder, `${new Date().toISOString().replaceAll(":", "-")}-${mail.id}.eml`);
      const part = `${file}.part`;
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await writeFile(part, await mailBytes(mail), { mode: 0o600 });
        await rename(part, file);
      } catch (cause) {
        await rm(part, { force: true }).catch(() => undefined);
        throw new DeliveryError("unavailable", "inbox_not_writable", { cause });
      }
      return {};
    },
    async forget(id) {
      const files = (await readdir(folder)).filter((name) => name.endsWith(`-${id}.eml`));
      await Promise.all(files.map((name) => rm(join(folder, name), { force: true })));
    },
    close: async () => undefined,
  };
}
